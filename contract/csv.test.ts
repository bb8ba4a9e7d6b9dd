import { expect, test } from 'vitest'
import { csvLine } from './csv.ts'

test('quotes texts and doubles quotation marks', () => {
  expect(csvLine(['a "b", c', 'two\nlines', 30, null])).toBe('"a ""b"", c","two\nlines",30,\r\n')
})

const formulas = [
  '=1+1',
  '+1 555 0100',
  '-1+1',
  '-1e3+1',
  '@SUM(A1)',
  '\t=1',
  '\r=1',
  '\n=1',
  '＝1+1',
  '＋1',
  '－1',
  '＠A1',
]
test.each(formulas)('escapes the formula %j', (typed) => {
  expect(csvLine([typed])).toBe(`"'${typed}"\r\n`)
})

test.each(['-1', '-2.', '-0.5', '-.5e-3'])('leaves the number %s to be counted with', (typed) => {
  expect(csvLine([typed])).toBe(`"${typed}"\r\n`)
})

test("keeps a formula character that isn't at the start", () => {
  expect(csvLine(['a=1', ' =1'])).toBe('"a=1"," =1"\r\n')
})
