import assert from 'node:assert/strict'
import { labelling, overwrites, patchOf, sourceMarks, undoCommands } from '../../src/registering/labelling.ts'
import type { Namespace } from '../../src/kube/objects.ts'
import { resolveSettings } from '../../src/settings/resolve.ts'

const P = 'argocd-cluster-registrar/'
const settings = resolveSettings({})
const NO_MARKS = { labels: {}, annotations: {} }

const namespace = (
  labels: Readonly<Record<string, string>> = {},
  annotations?: Readonly<Record<string, string>>,
): Namespace => ({
  metadata: {
    name: 'team-a',
    uid: 'u',
    resourceVersion: '7',
    labels,
    ...(annotations ? { annotations } : {}),
  },
})

describe('what makes a source namespace of a namespace', () => {
  it('given none of the labels, then the cluster has the name of the namespace, or the one given', () => {
    assert.deepEqual(sourceMarks(namespace(), settings, undefined, NO_MARKS).labels, {
      [`${P}managed-by`]: 'cluster-registrar',
      [`${P}cluster`]: 'team-a',
    })
    assert.equal(sourceMarks(namespace(), settings, 'a', NO_MARKS).labels[`${P}cluster`], 'a')
  })

  it('given it names its cluster already, then that name stays unless another is given', () => {
    const named = namespace({ [`${P}cluster`]: 'former' })

    assert.equal(sourceMarks(named, settings, undefined, NO_MARKS).labels[`${P}cluster`], 'former')
    assert.equal(sourceMarks(named, settings, 'a', NO_MARKS).labels[`${P}cluster`], 'a')
    assert.equal(
      sourceMarks(namespace({ [`${P}cluster`]: '' }), settings, undefined, NO_MARKS).labels[`${P}cluster`],
      'team-a',
    )
  })
})

describe('labelling a namespace', () => {
  const before = namespace({ other: 'stays', [`${P}tier`]: 'gold', [`${P}same`]: 'x' }, { note: 'stays' })
  const marks = {
    labels: { [`${P}tier`]: 'silver', [`${P}same`]: 'x', [`${P}new`]: '' },
    annotations: { [`${P}url`]: 'u' },
  }

  it('given marks, then only what differs is a change, and of those only a value that goes is overwritten', () => {
    const { after, changes } = labelling(before, marks)

    assert.deepEqual(after.metadata.labels, {
      other: 'stays',
      [`${P}tier`]: 'silver',
      [`${P}same`]: 'x',
      [`${P}new`]: '',
    })
    assert.deepEqual(after.metadata.annotations, { note: 'stays', [`${P}url`]: 'u' })
    assert.deepEqual(changes, [
      { path: `metadata.labels[${P}new]`, to: '' },
      { path: `metadata.labels[${P}tier]`, from: 'gold', to: 'silver' },
      { path: `metadata.annotations[${P}url]`, to: 'u' },
    ])
    assert.deepEqual(overwrites(labelling(before, marks)), [
      { path: `metadata.labels[${P}tier]`, from: 'gold', to: 'silver' },
    ])
  })

  it('given it was done, then the commands that undo it put back what was there, and take off what was not', () => {
    const prior = namespace({ [`${P}tier`]: 'gold' }, { [`${P}url`]: "it's here" })
    const done = labelling(prior, {
      labels: { [`${P}tier`]: 'silver', [`${P}new`]: '' },
      annotations: { [`${P}url`]: 'u' },
    })

    assert.deepEqual(undoCommands(done), [
      `kubectl label namespace team-a ${P}tier=gold ${P}new- --overwrite`,
      String.raw`kubectl annotate namespace team-a ${P}url='it'\''s here' --overwrite`,
    ])
    assert.deepEqual(
      undoCommands(labelling(prior, { labels: { [`${P}tier`]: 'gold' }, annotations: {} })),
      [],
    )
  })

  it('given the namespace as it was read, then the patch applies to that version, and says what differs alone', () => {
    assert.deepEqual(patchOf(labelling(before, marks)), {
      metadata: {
        uid: 'u',
        resourceVersion: '7',
        labels: { [`${P}tier`]: 'silver', [`${P}new`]: '' },
        annotations: { [`${P}url`]: 'u' },
      },
    })
  })
})
