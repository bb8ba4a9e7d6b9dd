import fc from 'fast-check'
import { expect, test } from 'vitest'

test('random tests have the same values in every run, unless another seed is given', () => {
  expect(fc.readConfigureGlobal().seed).toBe(Number(process.env['TEST_SEED'] ?? 1))
  expect(fc.sample(fc.nat(), 5)).toEqual(fc.sample(fc.nat(), 5))
})
