import fc from 'fast-check'
import { expect, it } from 'vitest'
import { formatTime } from '../../availability/wall-time.ts'
import { minutesOf } from '../../contract/hours/weekly-availability.ts'
import { clockText, hourText, parseClock, stepClock } from './clock-text.ts'

it.each([
  ['00:00', '12:00 AM', '00:00'],
  ['09:05', '9:05 AM', '09:05'],
  ['12:00', '12:00 PM', '12:00'],
  ['23:59', '11:59 PM', '23:59'],
  ['', '', ''],
])('formats %j in both time formats', (time, twelve, twentyFour) => {
  expect([clockText(time, '12hour'), clockText(time, '24hour')]).toEqual([twelve, twentyFour])
})

it('formats hours in short form', () => {
  const hours = [0, 6, 12, 18, 24]
  expect(hours.map((hour) => hourText(hour, '12hour'))).toEqual(['12 AM', '6 AM', '12 PM', '6 PM', '12 AM'])
  expect(hours.map((hour) => hourText(hour, '24hour'))).toEqual(['0', '6', '12', '18', '24'])
})

it.each([
  ['9', '09:00'],
  ['09', '09:00'],
  ['9:30', '09:30'],
  ['9.30', '09:30'],
  ['9 30', '09:30'],
  ['930', '09:30'],
  ['0930', '09:30'],
  ['1730', '17:30'],
  ['17h', '17:00'],
  ['17h30', '17:30'],
  ['5pm', '17:00'],
  ['5 p', '17:00'],
  ['5:15 P.M.', '17:15'],
  ['530p', '17:30'],
  ['12am', '00:00'],
  ['12:30 AM', '00:30'],
  ['12pm', '12:00'],
  ['12', '12:00'],
  ['0', '00:00'],
  ['17:00 pm', '17:00'],
  ['  9:30\u202fam ', '09:30'],
  ['٩:٣٠', '09:30'],
  ['１７：３０', '17:30'],
])('reads %j as %s', (typed, time) => expect(parseClock(typed)).toBe(time))

it.each(['', 'noon', '9:3', '9:60', '24', '24:00', '99', '13 am', '0 pm', '9:30:00', '-9', '5 px', '12345'])(
  "doesn't read %j as a time",
  (typed) => expect(parseClock(typed)).toBeNull(),
)

const anyTime = fc.integer({ min: 0, max: 1439 }).map(formatTime)

it('reads every time as it shows it, however it is written', () => {
  fc.assert(
    fc.property(anyTime, fc.constantFrom('12hour', '24hour'), (time, timeFormat) => {
      const shown = clockText(time, timeFormat)
      for (const typed of [
        shown,
        shown.toLowerCase(),
        shown.replace(':', ''),
        shown.replace(' ', ''),
        time,
      ]) {
        expect(parseClock(typed)).toBe(time)
      }
    }),
  )
})

it('reads any text as a time of day or not at all', () => {
  const text = fc.oneof(fc.string(), fc.stringMatching(/^\d{0,4}[:.h ]?\d{0,2} ?[apm.]{0,4}$/))
  fc.assert(
    fc.property(text, (typed) => {
      expect(minutesOf(parseClock(typed) ?? '00:00')).not.toBeNull()
    }),
  )
})

it.each([
  ['09:00', '09:15', '08:45'],
  ['09:10', '09:15', '09:00'],
  ['00:00', '00:15', '00:00'],
  ['23:50', '23:59', '23:45'],
  ['23:59', '23:59', '23:45'],
  ['9:3', '9:3', '9:3'],
])('steps from %s up to %s and down to %s', (time, up, down) => {
  expect([stepClock(time, 1), stepClock(time, -1)]).toEqual([up, down])
})
