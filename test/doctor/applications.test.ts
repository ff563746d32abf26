import assert from 'node:assert/strict'
import fc from 'fast-check'
import type { CheckId } from '../../src/doctor/catalogue.ts'
import { matchesGlob } from '../../src/doctor/checks/applications-glob.ts'
import {
  argoObject,
  brief,
  clusterSecret,
  configMap,
  resultsOn,
  told,
  type Circumstances,
} from './argocd-found.ts'

const P = 'argocd-cluster-registrar/'
const DESTINATIONS: readonly CheckId[] = [
  'app-destination-unknown',
  'app-destination-spelling',
  'app-orphaned-destination',
]

const app = (name: string, destination: object, namespace = 'argocd'): object =>
  argoObject('Application', name, { destination: { namespace: 'web', ...destination } }, namespace)

const lost = async (
  destination: object,
  objects: readonly object[] = [clusterSecret()],
): Promise<readonly string[]> => brief(await resultsOn(DESTINATIONS, [...objects, app('web', destination)]))

const hidden = (labels: Readonly<Record<string, string>> = {}): object => {
  const secret = clusterSecret({ name: 'old', server: 'https://old.example:6443' }, { secret: 'cluster-old' })
  const { metadata, ...rest } = secret as { readonly metadata: object }
  const marks = { [`${P}managed-by`]: 'cluster-registrar', [`${P}stale-since`]: '20261128T120000Z' }
  return { ...rest, metadata: { ...metadata, labels: { ...marks, ...labels } } }
}

describe('destinations of Applications', () => {
  it('lead to a cluster by its exact name or server, slashes at the end aside', async () => {
    for (const destination of [
      { server: 'https://edge.example:6443' },
      { server: 'https://edge.example:6443//' },
      { name: 'edge' },
      { server: 'https://kubernetes.default.svc' },
      { name: 'in-cluster' },
    ])
      assert.deepEqual(await lost(destination), [])
  })

  it('are not judged where Argo CD refuses them for what they are', async () => {
    for (const destination of [{}, { name: 'nowhere', server: 'https://nowhere.example' }])
      assert.deepEqual(await lost(destination), [])
  })

  it('are another cluster to Argo CD in another spelling', async () => {
    for (const [server, meant] of [
      ['https://EDGE.example:6443', 'https://edge.example:6443'],
      ['https://edge.example.:6443', 'https://edge.example:6443'],
      ['https://kubernetes.default.svc:443', 'https://kubernetes.default.svc'],
      ['https://kubernetes.default.svc.cluster.local', 'https://kubernetes.default.svc'],
    ] as const) {
      const [line = ''] = told(await resultsOn(DESTINATIONS, [clusterSecret(), app('web', { server })]))
      assert.match(line, /^app-destination-spelling error /)
      assert.ok(line.includes(`is not ${meant} → kubectl patch application -n argocd web `), line)
    }
    assert.deepEqual(await lost({ name: 'Edge' }), ['app-destination-spelling error Edge'])
  })

  it('are told of once, with all Applications that have it and the nearest cluster', async () => {
    const apps = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => app(name, { name: 'edgee' }))
    assert.deepEqual(told(await resultsOn(DESTINATIONS, [clusterSecret(), ...apps])), [
      'app-destination-unknown error edgee: cluster "edgee" not found: no registered cluster has this name, which argocd/a, argocd/b, ' +
        'argocd/c, argocd/d, argocd/e and 1 more asks for; the nearest is edge → if edge is meant: kubectl patch application -n ' +
        `argocd a --type merge -p '{"spec":{"destination":{"name":"edge"}}}'; or register it: kubectl registrar register NAMESPACE ` +
        '--name edgee',
    ])
  })

  it('of generated Applications are corrected in the ApplicationSet', async () => {
    const { metadata, ...rest } = app('web', { name: 'Edge' }) as { readonly metadata: object }
    const owner = {
      apiVersion: 'argoproj.io/v1alpha1',
      kind: 'ApplicationSet',
      name: 'all',
      uid: 'u',
      controller: true,
    }
    const [line = ''] = told(
      await resultsOn(DESTINATIONS, [
        clusterSecret(),
        { ...rest, metadata: { ...metadata, ownerReferences: [owner] } },
      ]),
    )
    assert.ok(line.endsWith('→ write edge in its template: kubectl edit applicationset -n argocd all'), line)
  })

  it('may be hidden by this registrar: shown again, or left for what took its place', async () => {
    const remedy = async (labels?: Readonly<Record<string, string>>): Promise<string> => {
      const server = { server: 'https://old.example:6443' }
      const [line = ''] = told(
        await resultsOn(DESTINATIONS, [clusterSecret(), hidden(labels), app('web', server)]),
      )
      assert.match(line, /^app-orphaned-destination error /)
      return line.replace(/^.* → /, '')
    }
    assert.equal(await remedy(), 'show it again: kubectl registrar revert old')
    assert.equal(
      await remedy({ [`${P}superseded-by`]: 'cluster-edge' }),
      `kubectl patch application -n argocd web --type merge -p '{"spec":{"destination":{"name":"edge","server":null}}}'`,
    )
  })

  it('lead nowhere once the hub itself is switched off', async () => {
    const off = configMap('argocd-cm', { 'cluster.inClusterEnabled': 'false' })
    assert.deepEqual(await lost({ name: 'in-cluster' }, [off]), ['app-destination-unknown error in-cluster'])
  })

  it('count in other namespaces where Argo CD looks there', async () => {
    const elsewhere = app('web', { name: 'nowhere' }, 'team-a')
    const found = async (...objects: readonly object[]): Promise<readonly string[]> =>
      brief(await resultsOn(DESTINATIONS, [clusterSecret(), elsewhere, ...objects]))
    const looking = (patterns: string): object =>
      configMap('argocd-cmd-params-cm', { 'application.namespaces': patterns })
    assert.deepEqual(await found(), [])
    assert.deepEqual(await found(looking('team-b, other-*')), [])
    for (const patterns of ['team-a', 'x, team-*', '/^team-.$/'])
      assert.deepEqual(await found(looking(patterns)), ['app-destination-unknown error nowhere'])
  })

  it('are not known where the hub serves no Applications, or refuses to list them', async () => {
    const skipped = async (circumstances: Circumstances): Promise<readonly string[]> =>
      told(await resultsOn(['app-destination-unknown'], [], circumstances))
    assert.deepEqual(await skipped({ unserved: ['applications'] }), [
      'app-destination-unknown skipped: LIST applications: the hub does not serve it',
    ])
    assert.deepEqual(await skipped({ forbidden: ['list applications'] }), [
      'app-destination-unknown skipped: applications is forbidden: User "somebody" cannot list resource "applications" in the ' +
        'namespace "argocd"',
    ])
  })
})

describe('ApplicationSets', () => {
  const set = (generator: object, template: object = {}): object =>
    argoObject('ApplicationSet', 'all', { generators: [generator], template: { spec: template } })
  const staging = clusterSecret({}, { labels: { env: 'staging', tier: 'a' } })
  const none = async (selector: unknown, ...clusters: readonly object[]): Promise<readonly string[]> =>
    told(await resultsOn(['appset-selector-none'], [...clusters, set({ clusters: { selector } })]))

  it('select clusters, all where nothing is asked', async () => {
    for (const selector of [
      undefined,
      {},
      { matchLabels: {} },
      { matchLabels: { env: 'staging' } },
      { matchExpressions: [{ key: 'env', operator: 'NotIn', values: ['prod'] }] },
      // No selector at all makes the generator fail, which is another fault.
      { matchExpressions: [{ key: 'env', operator: 'Equals', values: ['x'] }] },
    ])
      assert.deepEqual(await none(selector, staging), [])
  })

  it('that select none are told with what each term selects by itself', async () => {
    const selector = {
      matchLabels: { tier: 'a' },
      matchExpressions: [{ key: 'env', operator: 'In', values: ['stagging', 'prod'] }],
    }
    assert.deepEqual(await none(selector, staging, clusterSecret({ name: 'b' }, { secret: 'b' })), [
      'appset-selector-none error argocd/all: its selector matches 0 of 2 clusters (each term alone: tier=a 1, env in ' +
        '(stagging,prod) 0), so it generates nothing; there is env=staging → write env=staging in its selector: kubectl edit ' +
        'applicationset -n argocd all',
    ])
    const [line = ''] = await none({ matchLabels: { region: 'eu' } }, staging)
    assert.ok(line.endsWith('kubectl label secret -n argocd SECRET region=eu'), line)
    const [copied = ''] = await none({ matchLabels: { [`${P}region`]: 'eu' } }, staging)
    assert.ok(copied.endsWith(`kubectl label namespace NAMESPACE ${P}region=eu`), copied)
  })

  it('select nothing on a hub without clusters, for which no label is to blame', async () => {
    assert.deepEqual(await none({ matchLabels: { env: 'staging' } }), [])
  })

  const untrusted = async (
    template: object,
    generator: object = { clusters: {} },
  ): Promise<readonly string[]> =>
    told(await resultsOn(['appset-untrusted-field'], [set(generator, template)])).map((line) =>
      line.replace(/^appset-untrusted-field (\w+) argocd\/all: (\S+) is filled with (.*?): .*$/, '$1 $2 $3'),
    )

  it('that let a label choose what is deployed are told of, graver where this registrar copies it', async () => {
    const path = '{{ index .metadata.labels "team/path" }}'
    const spec = 'spec.template.spec'
    assert.deepEqual(await untrusted({ source: { path } }), [
      `warning ${spec}.source.path index .metadata.labels "team/path"`,
    ])
    assert.deepEqual(
      await untrusted({
        project: `{{metadata.labels.${P}project}}`,
        sources: [{ repoURL: 'https://x' }, { targetRevision: '{{.metadata.annotations.rev}}' }],
        destination: { server: '{{.server}}', namespace: '{{.metadata.labels.ns}}' },
      }),
      [
        `error ${spec}.project metadata.labels.${P}project`,
        `warning ${spec}.sources[1].targetRevision .metadata.annotations.rev`,
        `warning ${spec}.destination.namespace .metadata.labels.ns`,
      ],
    )
  })

  it('may hide the label behind a value of the generator', async () => {
    const clusters = { values: { path: '{{.metadata.labels.path}}', fixed: 'web' } }
    const template = { source: { path: '{{.values.path}}/{{.values.fixed}}' } }
    for (const generator of [{ clusters }, { matrix: { generators: [{ list: {} }, { clusters }] } }])
      assert.deepEqual(await untrusted(template, generator), [
        'warning spec.template.spec.source.path .metadata.labels.path',
      ])
    assert.deepEqual(await untrusted({ source: { path: '{{.values.fixed}}' } }, { clusters }), [])
  })

  it('that use labels elsewhere, or no clusters, are fine', async () => {
    assert.deepEqual(
      await untrusted({ syncPolicy: '{{.metadata.labels.x}}', source: { path: '{{.name}}' } }),
      [],
    )
    assert.deepEqual(await untrusted({ source: { path: '{{.metadata.labels.x}}' } }, { git: {} }), [])
  })
})

describe('AppProjects', () => {
  const PROJECTS: readonly CheckId[] = [
    'project-invalid',
    'project-allow-all',
    'project-dead-destination',
    'project-name-server-mixed',
  ]
  const project = (spec: object, name = 'team'): object => argoObject('AppProject', name, spec)
  const to = (...destinations: readonly object[]): object => ({ destinations })
  const found = async (spec: object, name?: string): Promise<readonly string[]> =>
    told(await resultsOn(PROJECTS, [clusterSecret(), project(spec, name)])).map((line) =>
      line.replace(/^(.*? \w+) \w+: (.*?) → .*$/, '$1: $2'),
    )

  it('are refused by Argo CD for what it checks', async () => {
    const refused = '; Argo CD refuses the project, and every change of it'
    for (const [spec, why] of [
      [
        to({ server: '!*', namespace: 'a' }),
        "spec.destinations[0].server: server has an invalid format, '!*'",
      ],
      [
        to({ name: 'edge', namespace: '!*' }),
        "spec.destinations[0].namespace: namespace has an invalid format, '!*'",
      ],
      [
        to({ name: 'edge', namespace: 'a' }, { name: 'edge', namespace: 'a' }),
        'spec.destinations[1]: destination already added',
      ],
      [{ sourceRepos: ['!*'] }, "spec.sourceRepos[0]: source repository has an invalid format, '!*'"],
      [{ sourceRepos: ['a', 'b', 'a'] }, 'spec.sourceRepos[2]: source repository already added'],
      [{ sourceNamespaces: ['a', 'a'] }, 'spec.sourceNamespaces[1]: source namespace already added'],
      [
        { syncWindows: [{ kind: 'deny', applications: [] }] },
        'spec.syncWindows[0]: requires one of application, cluster or namespace',
      ],
    ] as const)
      assert.deepEqual(await found(spec), [`project-invalid error: ${why}${refused}`])
    // A name and a server of one text are one key to Argo CD.
    assert.equal(
      (await found(to({ server: 'edge', namespace: 'a' }, { name: 'edge', namespace: 'a' }))).length,
      2,
    )
  })

  it('are read whatever is in them', async () => {
    for (const spec of [{}, { destinations: 'x' }, { destinations: [null, 'x', {}], syncWindows: [null] }])
      assert.equal((await resultsOn(PROJECTS, [project(spec)])).length, PROJECTS.length)
  })

  it('that are open to everything are a warning, and a note where Argo CD made them so', async () => {
    const open = to({ server: '*', namespace: '*' })
    const message = 'its Applications may deploy to every cluster and namespace'
    assert.deepEqual(await found(open), [`project-allow-all warning: ${message}`])
    assert.deepEqual(await found(open, 'default'), [`project-allow-all info: ${message}`])
    assert.deepEqual(await found(to({ server: '*', namespace: 'web' })), [])
  })

  it('allow clusters that are there: by name, server or pattern; what denies is not looked at', async () => {
    for (const destination of [
      { name: 'edge' },
      { name: 'e*' },
      { server: 'https://edge.example:*' },
      { server: 'https://kubernetes.default.svc' },
      { server: 'https://{edge,web}.example:6443' },
      { server: '!https://gone.example' },
    ])
      assert.deepEqual(await found(to({ ...destination, namespace: 'web' })), [])
    assert.deepEqual(await found(to({ name: 'gone-*', namespace: 'web' })), [
      'project-dead-destination warning: spec.destinations[0] (name gone-*, namespace web) matches no registered cluster',
    ])
  })
})

describe("Argo CD's globs", () => {
  it('match as written', () => {
    for (const [pattern, text, expected] of [
      ['*', '', true],
      ['', '', true],
      ['', 'a', false],
      ['a*c', 'abbbc', true],
      ['a*c', 'abbb', false],
      ['*a*b', 'xaayab', true],
      ['?', 'a', true],
      ['?', '', false],
      ['https://*', 'https://a/b/c', true],
      ['[ab]', 'a', undefined],
    ] as const)
      assert.equal(matchesGlob(pattern, text), expected, `${pattern} ${text}`)
  })

  it('match what a regular expression says', () => {
    const letters = fc.string({ unit: fc.constantFrom('a', 'b', '*', '?'), maxLength: 8 })
    const texts = fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 10 })
    fc.assert(
      fc.property(letters, texts, (pattern, text) => {
        const source = pattern.replaceAll('*', '.*').replaceAll('?', '.')
        assert.equal(matchesGlob(pattern, text), new RegExp(`^${source}$`).test(text))
      }),
    )
  })
})
