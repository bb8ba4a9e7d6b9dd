import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { MINUTE } from './units.ts'
import { runtimeZones } from '../server/time-zones/runtime-zones.ts'
import { setZoneSource } from '../contract/time/time-zones.ts'
import { anyCase } from './cases.test-support.ts'
import { explainStart } from './explain.ts'
import { oracleReasons, oracleStarts } from './oracle.test-support.ts'
import type { SlotRules } from './slot-rules.ts'
import { isOffered, offeredStarts } from './slots.ts'
import { offeredSlots } from './slots.test-support.ts'

// By the same rules as Temporal's.
setZoneSource(runtimeZones().load().read)

const numRuns = Number(process.env['AVAILABILITY_CASES'] ?? 150)

/** The reasons as the second implementation names them. */
function reasonsOf(rules: SlotRules, start: number): string[] {
  const names = explainStart(rules, start).map((closing) => {
    const place = <Part>(parts: readonly Part[] | undefined, part: Part) => parts!.indexOf(part)
    if (closing.rule === 'bookingWindow') return `bookingWindow ${place(rules.windows, closing.window)}`
    if (closing.rule === 'limit') return `limit ${place(rules.limits, closing.limit)}`
    if (closing.rule === 'busy') return `busy ${place(rules.busy, closing.busy)}`
    const { rule } = closing
    if ((rule !== 'hours' && rule !== 'narrowedHours') || closing.replacements.length === 0) return rule
    return `${rule} ${place(rule === 'hours' ? rules.dates : rules.narrowing?.dates, closing.replacements[0]!)}`
  })
  return [...new Set(names)].toSorted()
}

it(`agrees with the second implementation in ${numRuns} cases`, { timeout: 3_600_000 }, () => {
  let withSlots = 0
  let explained = 0
  fc.assert(
    fc.property(anyCase, fc.nat(), ({ range, rules }, pick) => {
      const expected = oracleStarts(rules, range.start, range.end)
      if (expected.length > 0) withSlots += 1
      expect(offeredStarts({ ...rules, range })).toEqual(expected)
      const duration = rules.durationMinutes * MINUTE
      expect(offeredSlots({ ...rules, range })).toEqual(
        expected.map((start) => ({ start, end: start + duration })),
      )

      const offered = new Set(expected)
      const anyStart = range.start + (pick % (range.end - range.start))
      const near = expected[pick % (expected.length + 1)] ?? range.start
      const asked = [near, near + 1, near - 5 * MINUTE, near + duration, anyStart - (anyStart % MINUTE)]
      const inRange = asked.filter((start) => start >= range.start && start < range.end)
      expect(inRange.map((start) => isOffered(rules, start))).toEqual(
        inRange.map((start) => offered.has(start)),
      )
      for (const start of inRange.slice(-2)) {
        explained += 1
        expect(reasonsOf(rules, start)).toEqual(oracleReasons(rules, start))
        expect(explainStart(rules, start).length === 0).toBe(offered.has(start))
      }
    }),
    { numRuns },
  )
  // Cases without any offered slot prove little. About half of them have some, and this check keeps it that way.
  expect(withSlots).toBeGreaterThan(numRuns / 5)
  expect(explained).toBeGreaterThan(numRuns)
})
