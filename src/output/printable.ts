/** Foreign text as a terminal may have it: a control character could move the cursor, hide a line or set a title. */
export const printable = (text: string): string => text.replaceAll(/\p{Cc}/gu, '·')
