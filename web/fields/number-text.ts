/** The sign between a number's whole part and its decimals. */
export type DecimalSign = '.' | ','

const SIGN = String.raw`^[+-]?`
const GROUPED = {
  '.': new RegExp(String.raw`${SIGN}\d{1,3}(?:[,\s'’]\d{3})+(?:\.\d*)?$`),
  ',': new RegExp(String.raw`${SIGN}\d{1,3}(?:[.\s'’]\d{3})+(?:,\d*)?$`),
}
const PLAIN = {
  '.': new RegExp(String.raw`${SIGN}(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$`, 'i'),
  // A point before anything but three digits can't separate thousands.
  ',': new RegExp(String.raw`${SIGN}(?:\d+[.,]?\d*|[.,]\d+)(?:e[+-]?\d+)?$`, 'i'),
}

/** The sign in a language (BCP 47). */
export const decimalSign = (locale: string): DecimalSign =>
  new Intl.NumberFormat(locale)
    .formatToParts(1.5)
    .some(({ type, value }) => type === 'decimal' && value === '.')
    ? '.'
    : ','

/**
 * Reads a number as people write it where this sign is usual: `1,5` or `1.500,5` as `1.5` or `1500.5`; null if it isn't
 * one.
 */
export function parseNumber(typed: string, decimal: DecimalSign): string | null {
  const text = typed.trim().replace(/^\u2212/, '-')
  const thousands = decimal === '.' ? /[,\s'’]/g : /[.\s'’]/g
  if (GROUPED[decimal].test(text)) return plain(text.replaceAll(thousands, ''))
  return PLAIN[decimal].test(text) ? plain(text) : null
}

/** Without a sign that no decimals follow. */
const plain = (text: string) => text.replace(',', '.').replace(/\.(?=e|$)/i, '')

/** A stored number as it is written with this sign; any other text as it is. */
export const numberText = (value: string, decimal: DecimalSign) =>
  PLAIN['.'].test(value) ? value.replace('.', decimal) : value
