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

/** Without themes, for which oclif looks into a folder of the user's at every start. */
class PlainConfig extends Config {
  override loadTheme(): Promise<undefined> {
    return Promise.resolve(undefined)
  }
}

/** oclif would load code of its own kind of plugins from the user's data folder, and there are none. */
const ALONE = { userPlugins: false, devPlugins: false } as const

const packedOptions = async (packed: Packed): Promise<Interfaces.Options> => {
  const plugin = new PackedPlugin(packed)
  await plugin.load()
  return { ...ALONE, root: packed.root, plugins: new Map([[plugin.name, plugin]]) }
}

/** Loads what oclif knows of the commands: from the folder, or from texts without reading any file. */
export const loadConfig = async (installed: Installed): Promise<Config> => {
  const config = new PlainConfig(
    typeof installed === 'string' ? { ...ALONE, root: installed } : await packedOptions(installed),
  )
  await config.load()
  return config
}

/** What a verb needs of it to run. The rest is for help, and reading the manifest takes longer than parsing flags. */
class UnloadedConfig extends PlainConfig {
  /** There are no hooks; oclif would look for them in the plugin that was not loaded. */
  override runHook(): Promise<{ readonly failures: []; readonly successes: [] }> {
    return Promise.resolve({ failures: [], successes: [] })
  }
}

/** The same for running a verb: nothing is read. */
export const unloadedConfig = (installed: Installed): Config =>
  new UnloadedConfig({ ...ALONE, root: typeof installed === 'string' ? installed : installed.root })
