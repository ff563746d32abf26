/**
 * Foreign text as a terminal may have it: a control character could move the cursor, hide a line or set a title, and an
 * invisible one could turn round or break what stands beside it.
 */
export const printable = (text: string): string => text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '·')
