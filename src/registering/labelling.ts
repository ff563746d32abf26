import type { Change } from '../engine/decision.ts'
import { keysUnder } from '../engine/keys.ts'
import { mapChanges } from '../engine/plan/changes.ts'
import type { Namespace } from '../kube/objects.ts'
import type { Settings } from '../settings/settings.ts'
import { shellWord } from './shell-word.ts'

type Map = Readonly<Record<string, string>>

/** What a namespace is to carry, beside what it carries. */
export interface Marks {
  readonly labels: Map
  readonly annotations: Map
}

export interface Labelling {
  /** As it was read. */
  readonly before: Namespace
  readonly marks: Marks
  readonly after: Namespace
  readonly changes: readonly Change[]
}

/**
 * The labels that make a source namespace of it. Without a name given it keeps the one it has: a second `register` must not
 * rename a cluster.
 */
export const sourceMarks = (
  namespace: Namespace,
  settings: Settings,
  name: string | undefined,
  { labels, annotations }: Marks,
): Marks => {
  const keys = keysUnder(settings.labelPrefix)
  const cluster = name ?? (namespace.metadata.labels?.[keys.cluster] || namespace.metadata.name)
  return { labels: { ...labels, [keys.managedBy]: settings.managedBy, [keys.cluster]: cluster }, annotations }
}

const only = (map: Map | undefined, keys: Map): Map =>
  Object.fromEntries(Object.entries(map ?? {}).filter(([key]) => Object.hasOwn(keys, key)))

/** What carrying the marks comes to. */
export const labelling = (before: Namespace, marks: Marks): Labelling => {
  const { labels, annotations } = before.metadata
  return {
    before,
    marks,
    after: {
      ...before,
      metadata: {
        ...before.metadata,
        labels: { ...labels, ...marks.labels },
        annotations: { ...annotations, ...marks.annotations },
      },
    },
    changes: [
      ...mapChanges('metadata.labels', only(labels, marks.labels), marks.labels),
      ...mapChanges('metadata.annotations', only(annotations, marks.annotations), marks.annotations),
    ],
  }
}

/** A value that somebody put there would be lost. */
export const overwrites = ({ changes }: Labelling): readonly Change[] =>
  changes.filter(({ from }) => from !== undefined)

/** The commands, to be pasted, that take labels and annotations back to what they were. */
export const undoCommands = ({ before, marks }: Labelling): readonly string[] => {
  const { annotations, labels, name } = before.metadata
  const words = (was: Map | undefined, set: Map): string[] =>
    Object.keys(set)
      .filter((key) => was?.[key] !== set[key])
      .map((key) =>
        was?.[key] === undefined ? `${key}-` : `${key}=${was[key] === '' ? '' : shellWord(was[key])}`,
      )
  return (
    [
      ['label', words(labels, marks.labels)],
      ['annotate', words(annotations, marks.annotations)],
    ] as const
  ).flatMap(([verb, changes]) =>
    changes.length === 0 ? [] : [`kubectl ${verb} namespace ${name} ${changes.join(' ')} --overwrite`],
  )
}

const changedOnly = (before: Map | undefined, after: Map | undefined): Map =>
  Object.fromEntries(Object.entries(after ?? {}).filter(([key, value]) => before?.[key] !== value))

/** A merge patch that applies to the namespace as it was read, and to no other, also none of the same name made since. */
export const patchOf = ({ before, after }: Labelling): object => ({
  metadata: {
    uid: before.metadata.uid,
    resourceVersion: before.metadata.resourceVersion,
    labels: changedOnly(before.metadata.labels, after.metadata.labels),
    annotations: changedOnly(before.metadata.annotations, after.metadata.annotations),
  },
})
