import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { UsageError } from '../../../src/errors.ts'
import { loadManifests } from '../../../src/kube/memory/manifests.ts'
import type { MemoryStore } from '../../../src/kube/memory/store.ts'

const SECRET = 'apiVersion: v1\nkind: Secret\nmetadata:\n  name: '
const NAMESPACE = 'apiVersion: v1\nkind: Namespace\nmetadata:\n  name: '

const fromText = (text: string): Promise<MemoryStore> =>
  loadManifests(['-'], { recursive: true, readStdin: () => Promise.resolve(text) })

const faultOf = async (loading: Promise<unknown>): Promise<readonly [message: string, remedy: string]> => {
  try {
    await loading
  } catch (error) {
    if (error instanceof UsageError) return [error.message, error.remedy]
    throw error
  }
  throw new Error('the manifests were expected to be refused')
}

describe('loadManifests', () => {
  const state = { folder: '' }
  const at = (name: string): string => join(state.folder, name)
  const write = async (name: string, content: string | Buffer): Promise<void> => {
    await mkdir(dirname(at(name)), { recursive: true })
    await writeFile(at(name), content)
  }
  const load = (paths: readonly string[], recursive = true): Promise<MemoryStore> =>
    loadManifests(paths.map(at), { recursive, readStdin: () => Promise.reject(new Error('not asked for')) })
  const names = async (paths: readonly string[], recursive = true): Promise<string[]> =>
    (await load(paths, recursive)).all('secrets').map(({ object }) => object.metadata.name)

  beforeEach(async () => {
    state.folder = await mkdtemp(join(tmpdir(), 'manifests-'))
  })
  afterEach(async () => {
    await rm(state.folder, { recursive: true, force: true })
  })

  describe('keeps objects as they stand in the file', () => {
    it('with the place each begins at, and nothing invented', async () => {
      await write('a.yaml', `${NAMESPACE}team\n---\n${SECRET}a\n  namespace: team\ndata:\n  k: dg==\n`)

      const store = await load(['a.yaml'])

      assert.deepEqual(store.find('namespaces', { name: 'team' }), {
        object: { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'team' } },
        place: { file: at('a.yaml'), line: 1 },
      })
      assert.deepEqual(store.find('secrets', { namespace: 'team', name: 'a' }), {
        object: {
          apiVersion: 'v1',
          kind: 'Secret',
          metadata: { name: 'a', namespace: 'team' },
          type: 'Opaque',
          data: { k: 'dg==' },
        },
        place: { file: at('a.yaml'), line: 6 },
      })
    })

    it('identity, times, owners and finalizers included, managedFields and nulls left out', async () => {
      const owner = { apiVersion: 'k3k.io/v1', kind: 'Cluster', name: 'c', uid: 'u', controller: true }
      const metadata = {
        name: 'a',
        namespace: 'n',
        uid: 'x',
        resourceVersion: '77',
        creationTimestamp: '2026-01-31T12:00:00Z',
        labels: { a: 'b' },
        annotations: { c: 'd' },
        finalizers: ['e/f'],
        ownerReferences: [owner],
      }
      const all = { ...metadata, deletionTimestamp: null, managedFields: [{ manager: 'm' }] }
      const store = await fromText(
        JSON.stringify({ apiVersion: 'v1', kind: 'Secret', metadata: all, type: 't/u', immutable: true }),
      )

      const { object } = store.find('secrets', metadata)!
      assert.deepEqual(object, {
        apiVersion: 'v1',
        kind: 'Secret',
        metadata,
        type: 't/u',
        immutable: true,
        data: {},
      })
      assert.equal(store.version, '77')
    })

    it('but for what the API server does on reading: stringData, line breaks in base64, nulls', async () => {
      const text = `${SECRET}a\n  labels: {l: }\ntype: ""\ndata:\n  both: eA==\n  none:\n  wrapped: |\n    YWJj\n    ZGVm\nstringData:\n  both: z\n  ü: ignored\n`
      const store = await fromText(text.replace('ü', 'u'))

      assert.deepEqual(store.find('secrets', { namespace: 'default', name: 'a' })?.object, {
        apiVersion: 'v1',
        kind: 'Secret',
        metadata: { name: 'a', namespace: 'default', labels: { l: '' } },
        type: 'Opaque',
        data: { both: 'eg==', none: '', wrapped: 'YWJjZGVm', u: Buffer.from('ignored').toString('base64') },
      })
    })
  })

  it('keeps Applications and ApplicationSets of v1alpha1, the last of several, and none a hub would refuse', async () => {
    const head = (kind: string, version = 'v1alpha1'): string =>
      `apiVersion: argoproj.io/${version}\nkind: ${kind}\nmetadata:\n  `
    await write(
      'a.yaml',
      [
        `${head('Application')}name: a\n  namespace: argocd\nspec:\n  project: base\n`,
        `${head('Application')}name: a\n  namespace: argocd\nspec:\n  project: overlay\n`,
        `${head('ApplicationSet')}name: set\n`,
        `${head('Application')}generateName: b-\n`,
        `${head('Application')}name: c\n  labels:\n    x: 1\n`,
        `${head('Application')}name: Under_score\n`,
        `${head('Application', 'v2')}name: d\n`,
        `${head('AppProject')}name: e\n`,
      ].join('---\n'),
    )

    const store = await load(['a.yaml'])

    assert.deepEqual(
      [...store.all('applications'), ...store.all('applicationsets')].map(({ object }) => object),
      [
        {
          apiVersion: 'argoproj.io/v1alpha1',
          kind: 'Application',
          metadata: { name: 'a', namespace: 'argocd' },
          spec: { project: 'overlay' },
        },
        {
          apiVersion: 'argoproj.io/v1alpha1',
          kind: 'ApplicationSet',
          metadata: { name: 'set', namespace: 'default' },
        },
      ],
    )
  })

  it('passes over other kinds, and the same object twice', async () => {
    const other =
      'apiVersion: apps/v1\nkind: Deployment\nmetadata: {}\nspec: 1\n---\napiVersion: v1\nkind: Pod\n---\napiVersion: events.k8s.io/v1\nkind: Event\n---\napiVersion: coordination.k8s.io/v1\nkind: Lease\n'
    await write('a.yaml', `${other}---\n${SECRET}a\n`)
    await write('b.json', JSON.stringify({ kind: 'Secret', metadata: { name: 'a' }, apiVersion: 'v1' }))

    assert.deepEqual(await names(['a.yaml', 'b.json', '.']), ['a'])
  })

  describe('walks folders', () => {
    beforeEach(async () => {
      await write('hub/b.yml', `${SECRET}b\n`)
      await write('hub/a.json', '{"apiVersion":"v1","kind":"Secret","metadata":{"name":"a"}}')
      await write('hub/deep/deeper/c.yaml', `${SECRET}c\n`)
      await write('hub/README.md', '# not a manifest')
      await write('hub/.git/d.yaml', 'not: one')
      await write('hub/.hidden.yaml', 'not: one')
      await write('hub/node_modules/e.yaml', 'not: one')
      await write('hub/vendor/f.yaml', 'not: one')
    })

    it('down to the bottom, for the files of manifests in them', async () => {
      assert.deepEqual(await names(['hub']), ['a', 'b', 'c'])
    })

    it('one level without --recursive', async () => {
      assert.deepEqual(await names(['hub'], false), ['a', 'b'])
      assert.deepEqual(await names(['hub/deep/deeper'], false), ['c'])
    })

    it('without following links round in circles, out of the folder, or to nothing', async () => {
      await write('outside/x.yaml', `${SECRET}x\n`)
      await symlink(at('hub'), at('hub/deep/loop'))
      await symlink('self.yaml', at('hub/self.yaml'))
      await symlink(at('nowhere'), at('hub/dangling.yaml'))
      await symlink(at('outside'), at('hub/out'))
      await symlink(at('outside/x.yaml'), at('hub/out.yaml'))
      await symlink(at('hub/deep'), at('hub/folder.yaml'))

      assert.deepEqual(await names(['hub']), ['a', 'b', 'c'])
    })

    it('following links to files within it, as a mounted ConfigMap has them, and a link that is named itself', async () => {
      await write('hub/..data/g.yaml', `${SECRET}g\n`)
      await symlink('..data/g.yaml', at('hub/g.yaml'))
      await symlink(at('hub'), at('link'))

      assert.deepEqual(await names(['link']), ['a', 'b', 'c', 'g'])
    })

    it('always in the same order', async () => {
      await write('hub/deep/twice.yaml', `${SECRET}a\ntype: x\n`)
      assert.deepEqual(
        (await faultOf(load(['hub'])))[0],
        `${at('hub/deep/twice.yaml')}:1: secrets default/a is defined twice (first at ${at('hub/a.json')}:1)`,
      )
    })
  })

  describe('refuses, as one error with a remedy,', () => {
    const REFUSED: readonly (readonly [what: string, text: string, fault: string])[] = [
      ['no name', 'apiVersion: v1\nkind: Secret\nmetadata: {}\n', 'metadata.name is missing'],
      [
        'a generated name',
        'apiVersion: v1\nkind: Secret\nmetadata: {generateName: a}\n',
        'metadata.name is missing',
      ],
      ['no metadata', 'apiVersion: v1\nkind: Namespace\n', 'metadata is missing'],
      ['a number for a name', `${NAMESPACE}42\n`, 'metadata.name must be text, not a number'],
      ['a boolean for a name', `${NAMESPACE}no\n`, 'metadata.name must be text, not a boolean'],
      ['an illegal name', `${NAMESPACE}Team_A\n`, 'metadata.name: "Team_A" is no lower-case DNS label'],
      [
        'a number for a namespace',
        `${SECRET}a\n  namespace: 7\n`,
        'metadata.namespace must be text, not a number',
      ],
      [
        'a boolean label',
        `${NAMESPACE}a\n  labels:\n    on: x\n    b: yes\n`,
        'metadata.labels[b] must be text, not a boolean',
      ],
      [
        'a number as label',
        `${NAMESPACE}a\n  labels: {v: 1.10}\n`,
        'metadata.labels[v] must be text, not a number',
      ],
      [
        'an illegal label',
        `${NAMESPACE}a\n  labels: {v: a b}\n`,
        'metadata.labels[v]: "a b" is no label value',
      ],
      [
        'an illegal label of a megabyte, of which enough is told',
        `${NAMESPACE}a\n  labels: {v: ${'x'.repeat(1_000_000)}}\n`,
        `metadata.labels[v]: "${'x'.repeat(100)}…" is no label value`,
      ],
      [
        'an illegal label key',
        `${NAMESPACE}a\n  labels: {a/b/c: x}\n`,
        'metadata.labels: "a/b/c" is no label key',
      ],
      ['labels as a list', `${NAMESPACE}a\n  labels: [a]\n`, 'metadata.labels must be a map'],
      [
        'a map as annotation',
        `${NAMESPACE}a\n  annotations: {x: {y: z}}\n`,
        'metadata.annotations[x] must be text, not a map',
      ],
      [
        'a time that is none',
        `${NAMESPACE}a\n  creationTimestamp: yesterday\n`,
        'metadata.creationTimestamp is no time',
      ],
      [
        'a date for a time',
        `${NAMESPACE}a\n  creationTimestamp: 2026-01-31\n`,
        'metadata.creationTimestamp is no time',
      ],
      [
        'an owner without uid',
        `${SECRET}a\n  ownerReferences: [{kind: x}]\n`,
        'metadata.ownerReferences must hold owners',
      ],
      ['finalizers as text', `${SECRET}a\n  finalizers: x\n`, 'metadata.finalizers must be a list'],
      ['data that is not base64', `${SECRET}a\ndata: {k: s3cr3t!}\n`, 'data[k] is not base64'],
      ['base64 of URLs', `${SECRET}a\ndata: {k: s3-_}\n`, 'data[k] is not base64'],
      ['a number in data', `${SECRET}a\ndata: {k: 12345678}\n`, 'data[k] must be text, not a number'],
      ['a boolean in data', `${SECRET}a\ndata: {k: true}\n`, 'data[k] must be text, not a boolean'],
      ['data as text', `${SECRET}a\ndata: s3cr3t\n`, 'data must be a map'],
      ['an illegal data key', `${SECRET}a\ndata: {a/b: eA==}\n`, 'data: "a/b" is no data key'],
      [
        'a number in stringData',
        `${SECRET}a\nstringData: {k: 1}\n`,
        'stringData[k] must be text, not a number',
      ],
      [
        'too much data',
        `${SECRET}a\nstringData: {k: ${'x'.repeat(1_048_577)}}\n`,
        'data: more than 1048576 bytes together',
      ],
      ['a type that is no text', `${SECRET}a\ntype: 1\n`, 'type must be text, not a number'],
      [
        'immutable as text',
        `${SECRET}a\nimmutable: "true"\n`,
        'immutable must be true or false, not a string',
      ],
      ['a status that is no map', `${NAMESPACE}a\nstatus: Active\n`, 'status must be a map'],
      ['text', 'hello\n', 'not a Kubernetes object: apiVersion or kind is missing'],
      ['a list', '- a\n', 'not a Kubernetes object: apiVersion or kind is missing'],
      [
        'no kind',
        'apiVersion: v1\nmetadata: {name: a}\n',
        'not a Kubernetes object: apiVersion or kind is missing',
      ],
    ]
    for (const [what, text, fault] of REFUSED)
      it(what, async () => {
        const [message, remedy] = await faultOf(fromText(`# note\n---\n${text}`))

        assert.equal(message, `standard input:3: ${fault}`)
        assert.match(remedy, /^\S.*\S$/)
        assert.doesNotMatch(message + remedy, /s3/)
      })

    it('an object that is defined twice, and says where', async () => {
      await write('a.yaml', `${SECRET}a\ndata: {k: czNjcjN0}\n---\n\n${SECRET}a\ndata: {k: b3RoZXI=}\n`)
      assert.deepEqual(await faultOf(load(['a.yaml'])), [
        `${at('a.yaml')}:8: secrets default/a is defined twice (first at ${at('a.yaml')}:1)`,
        'keep one of the two',
      ])
    })

    it('a path that does not exist', async () => {
      assert.deepEqual(await faultOf(load(['gone.yaml'])), [
        `the path "${at('gone.yaml')}" does not exist`,
        'name an existing file or folder with --filename, or - for standard input',
      ])
    })

    it('a path that leads through a file, and a link to itself', async () => {
      await write('a.yaml', `${SECRET}a\n`)
      await symlink('loop', at('loop'))
      assert.equal((await faultOf(load(['a.yaml/b'])))[0], `the path "${at('a.yaml/b')}" does not exist`)
      assert.equal(
        (await faultOf(load(['loop'])))[0],
        `the path "${at('loop')}" is a symbolic link to itself`,
      )
    })

    it('a file that is no text', async () => {
      await write('a.yaml', Buffer.from([0x61, 0x3a, 0x0a, 0xff, 0xfe, 0x00]))
      assert.deepEqual(await faultOf(load(['a.yaml'])), [
        `${at('a.yaml')}:2: not a UTF-8 text`,
        'save the file as UTF-8, or leave it out of --filename',
      ])
      await write('b.yaml', Buffer.from('kind: Secret\n', 'utf16le'))
      assert.equal(
        (await faultOf(load(['b.yaml'])))[0],
        `${at('b.yaml')}:1: a control character: not a text file`,
      )
    })

    it('broken YAML in a folder, with file and line', async () => {
      await write('hub/a.yaml', `${SECRET}a\n`)
      await write('hub/b.yaml', 'kind: Secret\n bad: x\n')
      assert.match((await faultOf(load(['hub'])))[0], /b\.yaml:\d: not valid YAML \([a-z ]+\)$/)
    })

    it('paths without a single object, all of them named', async () => {
      await write('empty.yaml', '---\n---\n')
      await mkdir(at('folder'))
      assert.deepEqual(await faultOf(load(['empty.yaml', 'folder'])), [
        `no Kubernetes object in ${at('empty.yaml')}, ${at('folder')}`,
        'name files of manifests, or folders with .yaml, .yml or .json files',
      ])
    })

    it('standard input named twice', async () => {
      const loading = loadManifests(['-', '-'], { recursive: true, readStdin: () => Promise.resolve('') })
      assert.deepEqual(await faultOf(loading), ['standard input is named twice', 'give --filename - once'])
    })
  })

  it('takes a file of whatever name, and an empty one beside others', async () => {
    await write('manifest', `${SECRET}a\n`)
    await write('empty.yaml', '')
    assert.deepEqual(await names(['manifest', 'empty.yaml']), ['a'])
  })
})
