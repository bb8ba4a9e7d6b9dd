import { expect, test } from 'vitest'
import { reservedForInactive } from './claim-mirrors.ts'

test('inactive calendars get a fifth, however small the claims are', () => {
  const draws = Array.from({ length: 1000 }, (_, index) => (index + 0.5) / 1000)
  for (const limit of [1, 2, 3, 4, 5, 7, 10, 27, 50]) {
    const counts = draws.map((random) => reservedForInactive(limit, random))
    expect(counts.reduce((sum, count) => sum + count) / draws.length).toBeCloseTo(limit / 5, 2)
    expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(1)
    expect(Math.max(...counts)).toBeLessThanOrEqual(limit)
  }
})
