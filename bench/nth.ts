/** Takes items in turn, over and over. @throws where there are none */
export const nth = <T>(items: readonly T[], turn: number): T => {
  const item = items[turn % items.length]
  if (item === undefined) throw new Error('there is nothing to take in turn')
  return item
}
