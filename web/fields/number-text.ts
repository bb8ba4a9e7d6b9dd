import { plainText } from '../../contract/plain-text.ts'
import { plainDigits } from './plain-digits.ts'

/** The sign between a number's whole part and its decimals. */
export type DecimalSign = '.' | ','

const SIGN = String.raw`^[+-]?`
const GROUPED = {
  // In India, only the last group has three digits.
  '.': new RegExp(String.raw`${SIGN}(?:\d{1,3}(?:[,\s'’]\d{3})+|\d{1,2}(?:,\d\d)+,\d{3})(?:\.\d*)?$`),
  ',': new RegExp(String.raw`${SIGN}\d{1,3}(?:[.\s'’]\d{3})+(?:,\d*)?$`),
}
// The other sign only separates thousands if three digits follow it. On an iPhone's keys, it can be the only one.
const PLAIN = new RegExp(String.raw`${SIGN}(?:\d+[.,]?\d*|[.,]\d+)(?:e[+-]?\d+)?$`, 'i')
const STORED = new RegExp(String.raw`${SIGN}(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$`, 'i')
const ARABIC = { decimal: '\u066b', thousands: '\u066c' }

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
  const text = plainDigits(plainText(typed))
    .replace(/^\u2212/, '-')
    .replace(ARABIC.decimal, decimal)
    .replaceAll(ARABIC.thousands, '’')
  const thousands = decimal === '.' ? /[,\s'’]/g : /[.\s'’]/g
  if (GROUPED[decimal].test(text)) return plain(text.replaceAll(thousands, ''))
  return PLAIN.test(text) ? plain(text) : null
}

/** Without a sign that no decimals follow. */
const plain = (text: string) => text.replace(',', '.').replace(/\.(?=e|$)/i, '')

/** A stored number as it is written with this sign; any other text as it is. */
export const numberText = (value: string, decimal: DecimalSign) =>
  STORED.test(value) ? value.replace('.', decimal) : value
