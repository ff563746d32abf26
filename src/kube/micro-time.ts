const MICRO_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}(?:Z|[+-]\d\d:\d\d)$/

/**
 * Milliseconds since the epoch as metav1.MicroTime spells them: exactly six digits after the second. The API server answers
 * 400 to three (run).
 */
export const microTime = (milliseconds: number): string =>
  new Date(milliseconds).toISOString().replace('Z', '000Z')

export const isMicroTime = (text: string): boolean => MICRO_TIME.test(text) && !Number.isNaN(Date.parse(text))
