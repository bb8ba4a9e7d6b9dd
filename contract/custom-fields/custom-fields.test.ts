import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { answerError, fieldErrors, isBlank, isMissing, optionsOf } from './custom-fields.ts'
import { fieldTypes, hasOptions, isLayout } from './field-types.ts'

const field = (type: string, options: string[] = []) => ({
  id: 'id',
  type,
  label: 'Label',
  description: '',
  options,
  isRequired: true,
})
const anyType = fc.constantFrom(...fieldTypes, 'unheard-of')
const blank = fc.oneof(fc.stringMatching(/^[ \t\n]*$/), fc.constant<string[]>([]), fc.constant(undefined))

describe('answers', () => {
  it('are missing if blank and required, but never invalid if blank', () => {
    fc.assert(
      fc.property(anyType, blank, (type, answer) => {
        expect(isMissing(field(type), answer)).toBe(!isLayout(type))
        if (answer !== undefined) expect(answerError(field(type), answer)).toBeNull()
      }),
    )
  })

  it('of a choice are valid only if all of them are options', () => {
    const options = fc.uniqueArray(fc.stringMatching(/^\S{1,8}$/), { minLength: 1, maxLength: 6 })
    fc.assert(
      fc.property(options, fc.array(fc.stringMatching(/^\S{1,8}$/), { minLength: 1 }), (offered, others) => {
        const mixed = [...offered, ...others]
        const error = answerError(field('checkboxes', offered), [...new Set(mixed)])
        expect(error === null).toBe(mixed.every((one) => offered.includes(one)))
        expect(answerError(field('checkboxes', offered), [...mixed, mixed[0]!])).not.toBeNull()
        for (const one of offered) expect(answerError(field('radio', offered), one)).toBeNull()
      }),
    )
  })

  it('of a date field must exist in the calendar', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true }),
        (day) => {
          const date = day.toISOString().slice(0, 10)
          expect(answerError(field('date'), date)).toBeNull()
          expect(answerError(field('datetime'), `${date}T09:30`)).toBeNull()
          expect(answerError(field('date'), `${date}0`)).not.toBeNull()
        },
      ),
    )
    for (const none of ['2027-02-29', '2027-13-01', '27-01-01', 'tomorrow']) {
      expect(answerError(field('date'), none)).toBe('Please enter a valid date')
    }
  })

  it.each([
    [
      'number',
      ['1', '-2.5', '.5', '1e3', ' 7 '],
      ['', '1,5', 'one', '1e', '0x10', '1e999', '-1e999', '١'].slice(1),
    ],
    ['email', ['a@b.co', "o'neil+x@example.org"], ['a@b', 'a b@c.de', '@c.de', 'a@c.de, d@e.fg', 'a@@c.de']],
    [
      'phone',
      [
        '112',
        '+81 3 1234 5678',
        '(030) 123-45/67',
        '555.0100 ext. 12',
        '٠٣٠ ١٢٣',
        '*100#',
        '(+49) 170 123',
        'tel:+1-555;ext=7',
        '1 55 extension 7',
      ],
      ['<script>', 'call me', '12', '+', '555 0100 <b>', 'ext 123'],
    ],
    ['time', ['00:00', '23:59', '09:05:30'], ['24:00', '9:00', '12:60']],
    [
      'datetime',
      ['2027-03-14T10:00', '2027-03-14T10:00:30'],
      ['2027-03-14', '2027-03-14T', 'T10:00', '2027-03-14T10:00Tx', '2027-03-14T10:00T'],
    ],
  ])('validates %s', (type, right, wrong) => {
    for (const answer of right) expect([answer, answerError(field(type), answer)]).toEqual([answer, null])
    for (const answer of wrong) expect([answer, answerError(field(type), answer)]).not.toEqual([answer, null])
  })
})

describe('fields', () => {
  it('need a label unless they only structure the form, and options if they offer a choice', () => {
    fc.assert(
      fc.property(anyType, (type) => {
        const errors = fieldErrors({ type, label: ' ', options: [] })
        expect('label' in errors).toBe(!isLayout(type))
        expect('options' in errors).toBe(hasOptions(type))
      }),
    )
  })

  it('have trimmed options in their order, without blanks', () => {
    fc.assert(
      fc.property(fc.array(fc.string()), (lines) => {
        const options = optionsOf(lines)
        expect(options.every((option) => option === option.trim() && !isBlank(option))).toBe(true)
        expect(options).toEqual(lines.map((line) => line.trim()).filter(Boolean))
      }),
    )
  })
})

it.each([
  '+49 30 901820',
  '(030) 90 18-20',
  'tel:+1 (212) 555-0100 ext. 42',
  '+1 212 555 0100;ext=42',
  '٠٣٠ ٩٠١٨٢٠',
  '*31# 0301 x7',
  '＋８１（３）１２３４−５６７８',
  '０９０ー１２３４ー５６７８',
])('%j is a phone number', (answer) => {
  expect(answerError(field('phone'), answer)).toBeNull()
})

it.each(['12', 'call me', '+49 30 x', '030 901820 ext', '++49 30 901820', 'x42'])(
  '%j is no phone number',
  (answer) => {
    expect(answerError(field('phone'), answer)).toBe('Please enter a valid phone number')
  },
)

it('an answer that is no phone number is checked about as fast as one that is', () => {
  const timeOf = (answer: string) => {
    const from = performance.now()
    for (let n = 0; n < 20; n++) answerError(field('phone'), answer)
    return performance.now() - from
  }
  const times = (answer: string) => Array.from({ length: 5 }, () => timeOf(answer))
  const usual = Math.max(...times('1'.repeat(500)))
  for (const answer of [`(${' '.repeat(498)}!`, '( '.repeat(250), `1${' ;'.repeat(249)}x`])
    // Backtracking takes several thousand times as long.
    expect(Math.min(...times(answer))).toBeLessThan(200 * usual)
})
