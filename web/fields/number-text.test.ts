import fc from 'fast-check'
import { expect, test } from 'vitest'
import { answerError } from '../../contract/custom-fields/custom-fields.ts'
import { decimalSign, numberText, parseNumber } from './number-text.ts'

const field = { id: 'n', type: 'number', label: 'Number', description: '', options: [], isRequired: false }

test.each([
  ['1,5', '.', '1.5'],
  ['1,5', ',', '1.5'],
  ['1.5', '.', '1.5'],
  ['1.5', ',', '1.5'],
  ['1,500', '.', '1500'],
  ['1.500', ',', '1500'],
  ['1.500', '.', '1.500'],
  ['1,500', ',', '1.500'],
  ['1.234.567,89', ',', '1234567.89'],
  ['1,234,567.89', '.', '1234567.89'],
  ['1 234,5', ',', '1234.5'],
  ['1’234.5', '.', '1234.5'],
  ['12,34,567.8', '.', '1234567.8'],
  ['1,23,45', '.', null],
  ['\u22125', '.', '-5'],
  ['١٬٥٠٠٫٢٥', ',', '1500.25'],
  ['١٫٥', '.', '1.5'],
  ['۱۲', ',', '12'],
  ['१२', '.', '12'],
  ['－１２．５', '.', '-12.5'],
  ['\u200e1,5\u200e', ',', '1.5'],
  ['5²', '.', null],
  [',5', ',', '.5'],
  ['5,', ',', '5'],
  ['1e3', ',', '1e3'],
  ['1,2,3', ',', null],
  ['1.2,3.4', ',', null],
  ['1.23.456', ',', null],
  ['-', ',', null],
  ['', ',', null],
  ['many', '.', null],
] as const)('%s typed with the sign %s is %s', (typed, decimal, value) => {
  expect(parseNumber(typed, decimal)).toBe(value)
})

test.each([
  ['en-US', '.'],
  ['de-DE', ','],
  ['fr-FR', ','],
  ['de-CH', '.'],
  ['pt-BR', ','],
] as const)('the sign of %s is %s', (locale, decimal) => {
  expect(decimalSign(locale)).toBe(decimal)
})

test('a number in any language’s spelling is that number, and every number that is read is valid', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(
        'en-US',
        'de-DE',
        'fr-FR',
        'de-CH',
        'pt-BR',
        'sv-SE',
        'en-IN',
        'ar-EG',
        'fa-IR',
        'mr-IN',
      ),
      fc.integer({ min: -9_999_999_999, max: 9_999_999_999 }).map((number) => number / 1000),
      fc.boolean(),
      (locale, number, useGrouping) => {
        const typed = new Intl.NumberFormat(locale, { useGrouping, maximumFractionDigits: 3 }).format(number)
        const decimal = decimalSign(locale)
        // Without thousands, three decimals behind a sign look the same in every language.
        const value = parseNumber(typed, decimal)
        expect(Number(value)).toBe(number)
        expect(answerError(field, value!)).toBeNull()
        expect(Number(parseNumber(numberText(value!, decimal), decimal))).toBe(number)
      },
    ),
  )
})
