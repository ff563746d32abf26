const UNITS: readonly (readonly [unit: string, milliseconds: number])[] = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['m', 60_000],
  ['s', 1_000],
]

/** `3 d`, `5 h`, `20 m`: the largest unit alone, rounded down. @param milliseconds 0 or more */
export const ageText = (milliseconds: number): string => {
  const [unit, size] = UNITS.find(([, each]) => milliseconds >= each) ?? ['s', 1_000]
  return `${Math.floor(milliseconds / size)} ${unit}`
}
