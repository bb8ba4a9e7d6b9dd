import { describe, expect, it } from 'vitest'
import { ruleMessages } from '../../../../contract/events/event-rules.ts'
import { scheduleMessages } from '../../../../contract/schedules/schedule.ts'
import { defaultWeek, type WeeklyAvailability } from '../../../../contract/hours/weekly-availability.ts'
import {
  changesHours,
  differencesOf,
  errorsFromServer,
  isScheduleDraft,
  mergeSchedules,
  newSchedule,
  type ScheduleDraft,
  scheduleErrors,
  newTravel,
  travelErrors,
  weekText,
} from './schedule-draft.ts'

const base: ScheduleDraft = { ...newSchedule('UTC').draft, name: 'Office' }
const trip = { from: '2027-03-03', to: '2027-03-14', timezone: 'Asia/Tokyo' }
const closed = { from: '2027-05-01', to: '2027-05-02', slots: [], name: '' }

describe('a schedule in its editor', () => {
  it('can be saved with a name, sound hours and trips that don’t overlap', () => {
    expect(scheduleErrors(base)).toEqual({})
    expect(scheduleErrors({ ...base, name: ' ' })).toEqual({ name: scheduleMessages.name })
    const monday = { enabled: true, slots: [{ start: '17:00', end: '09:00' }] }
    const week = { ...defaultWeek(), monday }
    expect(Object.keys(scheduleErrors({ ...base, week, timezone: 'Nowhere' }))).toEqual(['timezone', 'week'])
  })

  it('says what is wrong with each trip', () => {
    const overlapping = { ...trip, from: '2027-03-14', to: '2027-03-20' }
    const backwards = { ...trip, from: '2027-05-02', to: '2027-05-01' }
    const nowhere = { from: '2027-06-01', to: '2027-06-02', timezone: '' }
    expect(travelErrors([trip, overlapping, backwards, newTravel, nowhere])).toEqual([
      null,
      ruleMessages.overlap,
      ruleMessages.dateOrder,
      'Enter both dates',
      'Choose the time zone there',
    ])
  })

  it('shows errors of the server at their fields', () => {
    const fields = {
      'weeklyAvailabilitySlots.monday.slots.0.end': 'Late',
      'overrides.3.to': 'Wrong',
      other: 'Odd',
    }
    expect(errorsFromServer(fields)).toEqual({ errors: { week: 'Late', overrides: 'Wrong' }, rest: ['Odd'] })
  })

  it('can only change slots if more than its name changes', () => {
    expect(changesHours(base, { ...base, name: 'Home' })).toBe(false)
    expect(changesHours(base, { ...base, overrides: [closed] })).toBe(true)
    expect(changesHours(base, { ...base, week: defaultWeek() })).toBe(false)
  })

  it('is restored only from a draft with the same parts', () => {
    expect(isScheduleDraft(base)).toBe(true)
    expect(isScheduleDraft({ ...base, week: {} })).toBe(false)
    expect(isScheduleDraft({ ...base, travels: null })).toBe(false)
  })
})

describe('two changes of a schedule', () => {
  const mine = { ...base, name: 'Studio', travels: [trip] }
  const theirs = {
    ...base,
    name: 'Home',
    overrides: [closed],
    holidays: { country: 'DE', region: 'BY', off: [] },
  }

  it('are merged, and mine count where both changed the same', () => {
    expect(mergeSchedules(base, mine, theirs)).toEqual({ ...theirs, name: 'Studio', travels: [trip] })
  })

  it('differ in what theirs changed', () => {
    expect(differencesOf(base, mine, theirs, '12hour')).toEqual([
      { field: 'name', label: 'Name', there: 'Home', here: 'Studio' },
      { field: 'overrides', label: 'Date overrides', there: '2027-05-01 to 2027-05-02: Closed', here: null },
      { field: 'holidays', label: 'Holidays', there: 'DE-BY', here: null },
    ])
  })
})

describe('a week in a line', () => {
  const week: WeeklyAvailability = defaultWeek()
  const hours = (start: string, end: string) => ({ enabled: true, slots: [{ start, end }] })

  it.each<[Partial<WeeklyAvailability>, string]>([
    [{}, 'Mon–Fri 9 AM–5 PM'],
    [{ wednesday: hours('10:00', '12:00') }, 'Mon–Tue 9 AM–5 PM · Wed 10 AM–12 PM · Thu–Fri 9 AM–5 PM'],
    [
      { friday: { enabled: false, slots: [] }, sunday: hours('20:00', '23:59') },
      'Mon–Thu 9 AM–5 PM · Sun 8 PM–midnight',
    ],
  ])('%j', (change, text) => {
    expect(weekText({ ...week, ...change }, '12hour')).toBe(text)
  })

  it('says if there are no hours', () => {
    const off = Object.fromEntries(Object.keys(week).map((day) => [day, { enabled: false, slots: [] }]))
    expect(weekText(off as unknown as WeeklyAvailability, '24hour')).toBe('Closed all week')
  })
})
