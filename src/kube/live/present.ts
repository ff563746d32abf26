/** Drops the undefined members: `exactOptionalPropertyTypes` keeps them apart from absent ones. */
type Present<T> = { [Key in keyof T]: Exclude<T[Key], undefined> }
export const present = <T extends object>(value: T): Partial<Present<T>> =>
  Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined)) as Partial<
    Present<T>
  >
