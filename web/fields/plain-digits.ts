/** How far full-width signs are from those of ASCII. */
const FULL_WIDTH = 0xfe_e0

/**
 * A text with the digits of any script, and full-width signs, as ASCII has them: `٩:٣٠`, as keyboards for Arabic type
 * it, and `９：３０`, as Japanese input methods do, are `9:30`.
 */
export const plainDigits = (text: string) =>
  text
    .replaceAll(/[\uff01-\uff5e]/g, (sign) => String.fromCodePoint(sign.codePointAt(0)! - FULL_WIDTH))
    .replaceAll(/\p{Nd}/gu, (digit) => String(valueOf(digit.codePointAt(0)!)))

/** Unicode has the ten digits of a script in a row. */
function valueOf(digit: number): number {
  let first = digit
  while (/\p{Nd}/u.test(String.fromCodePoint(first - 1))) first--
  return (digit - first) % 10
}
