/** `YYYYMMDDTHHMMSSZ` in UTC: a legal label value, without colons (C6.36). @param time milliseconds since the epoch */
export const formatStamp = (time: number): string =>
  new Date(time).toISOString().replace(/\.\d+/, '').replaceAll(/[-:]/g, '')

/** Milliseconds of a stamp; undefined where it is no such time (C6.53). */
export const parseStamp = (stamp: string): number | undefined => {
  const [, year, month, day, hour, minute, second, fraction = ''] =
    /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(?:[.,](\d+))?Z$/.exec(stamp) ?? []
  if (year === undefined) return undefined
  const iso = `${year}-${month}-${day}T${hour}:${minute}:${second}`
  const time = Date.parse(`${iso}.${fraction.slice(0, 3).padEnd(3, '0')}Z`)
  // Date.parse rolls 30 February over; Go refuses it.
  return Number.isNaN(time) || !new Date(time).toISOString().startsWith(iso) ? undefined : time
}
