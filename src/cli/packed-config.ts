import { Config, Plugin, type Interfaces } from '@oclif/core'

/** What describes the commands, where no files do: the texts of package.json and oclif.manifest.json. */
export interface Packed {
  /** Stands for the folder in oclif's messages. */
  readonly root: string
  readonly packageJson: string
  readonly manifest: string
}

/** The folder of package.json, or what an executable has of it in itself. */
export type Installed = string | Packed

/** oclif's plugin, without the files it reads. */
class PackedPlugin extends Plugin {
  readonly #packed: Packed

  constructor(packed: Packed) {
    super({ root: packed.root, isRoot: true })
    this.#packed = packed
  }

  override load(): Promise<void> {
    const { root, packageJson, manifest } = this.#packed
    this.type = 'core'
    this.isRoot = true
    this.root = root
    this.pjson = JSON.parse(packageJson) as Interfaces.PJSON
    this.name = this.pjson.name
    this.alias = this.pjson.name
    this.version = this.pjson.version
    this.moduleType = 'commonjs'
    this.valid = true
    this.hooks = {}
    this.hasManifest = true
    this.manifest = JSON.parse(manifest) as Interfaces.Manifest
    this.commandIDs = Object.keys(this.manifest.commands)
    this.commands = Object.entries(this.manifest.commands).map(([id, command]) => ({
      ...command,
      load: () => this.findCommand(id, { must: true }),
      pluginAlias: this.alias,
      pluginType: this.type,
    }))
    return Promise.resolve()
  }
}

/** Loads what oclif knows of the commands: from the folder, or from texts without reading any file. */
export const loadConfig = async (installed: Installed): Promise<Config> => {
  if (typeof installed === 'string') return Config.load({ root: installed })
  const plugin = new PackedPlugin(installed)
  await plugin.load()
  const config = new Config({ root: installed.root, plugins: new Map([[plugin.name, plugin]]) })
  await config.load()
  return config
}
