/** A copy without some of its fields. */
export const without = <T extends object, Key extends keyof T>(
  object: T,
  ...keys: readonly Key[]
): Omit<T, Key> =>
  Object.fromEntries(Object.entries(object).filter(([key]) => !keys.includes(key as Key))) as Omit<T, Key>

/** A copy without the fields that are undefined. */
export const present = <T extends object>(object: T): { [Key in keyof T]: Exclude<T[Key], undefined> } =>
  Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined)) as {
    [Key in keyof T]: Exclude<T[Key], undefined>
  }
