/** A file of an archive. */
export interface Entry {
  /** In the archive, with `/`. */
  readonly path: string
  readonly bytes: Buffer
  readonly executable: boolean
}

/** Read by everybody, written by its owner. */
export const modeOf = ({ executable }: Entry): number => (executable ? 0o755 : 0o644)
