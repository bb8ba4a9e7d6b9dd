import { describe, expect, it } from 'vitest'
import { boundsOf } from './event-bounds.ts'
import type { EventDraft } from './event-draft.ts'
import { noRules, ruleMessages } from '../../../../contract/events/event-rules.ts'
import { inputFrom, newDraft } from './draft-mapping.ts'
import { eventFields } from './event-fields.ts'
import { isDraft, upgradeDraft } from './stored-draft.ts'
import { firstRangeError } from '../../parts/hours/week-errors.ts'
import { draftErrors, errorsFromServer } from './event-errors.ts'
import { summaryOf } from './summary.ts'

const draftWith = (part: Partial<EventDraft>): EventDraft => ({ ...newDraft(), title: 'Intro call', ...part })

describe('the input of a draft', () => {
  it('uses the event’s zone for dates and times, not the browser’s', () => {
    const draft = draftWith({
      timezone: 'Europe/Berlin',
      eventStartDate: '2027-06-10',
      eventStartTime: '09:00',
    })
    expect(boundsOf(draft).eventStart).toBe(Date.parse('2027-06-10T07:00:00Z'))
  })

  it('sends an end of 23:59 literally', () => {
    const draft = draftWith({
      timezone: 'America/New_York',
      eventEndDate: '2027-03-14',
      eventEndTime: '23:59',
    })
    expect(boundsOf(draft).eventEnd).toBe(Date.parse('2027-03-15T03:59:00Z'))
  })

  it('uses the default for a cleared time, and nothing without a date', () => {
    const draft = draftWith({ timezone: 'UTC', bookingEndDate: '2027-01-01', bookingEndTime: '' })
    expect(boundsOf(draft)).toMatchObject({
      bookingEnd: Date.parse('2027-01-01T23:59:00Z'),
      bookingStart: null,
    })
  })

  it('trims texts and keeps valid ranges of days that are off', () => {
    const monday = {
      enabled: false,
      slots: [
        { start: '09:00', end: '10:00' },
        { start: '12:00', end: '11:00' },
      ],
    }
    const week = { ...newDraft().week, monday }
    const input = inputFrom(draftWith({ title: '  Intro call ', week }), null)
    expect(input.title).toBe('Intro call')
    expect(input.calendarId).toBeNull()
    expect(input.weeklyAvailabilitySlots?.monday.slots).toEqual([{ start: '09:00', end: '10:00' }])
  })
})

it('starts with the given defaults of the host', () => {
  const start = { duration: 45, bufferTime: 15, meetVia: 'phone', timezone: 'Asia/Kathmandu' } as const
  expect(newDraft(start)).toEqual({ ...newDraft(), ...start })
})

describe('the rules of a draft', () => {
  const window = { type: 'calendarDays', days: Number.NaN } as const
  const wrong = draftWith({ rules: { ...noRules, minimumNotice: -1, bookingWindow: window } })

  it('have errors of their own, which the summary names and links to their fields', () => {
    expect(draftErrors(wrong)).toEqual({
      'rules.minimumNotice': ruleMessages.notice,
      'rules.bookingWindow': ruleMessages.windowDays,
    })
    expect(summaryOf(draftErrors(wrong), wrong)).toEqual([
      { fieldId: 'event-rules.minimumNotice', message: `Minimum notice: ${ruleMessages.notice}` },
      {
        fieldId: 'event-rules.bookingWindow',
        message: `How far ahead people can book: ${ruleMessages.windowDays}`,
      },
    ])
  })

  it('get the server’s errors where they belong', () => {
    const fields = {
      'rules.limits.0.bookings': ruleMessages.bookings,
      rules: 'Rules must be an object',
      'rules.unknown': 'Unknown',
      scheduleId: 'Choose a schedule from your list',
    }
    expect(errorsFromServer(fields)).toEqual({
      errors: {
        'rules.limits': ruleMessages.bookings,
        rules: 'Rules must be an object',
        scheduleId: 'Choose a schedule from your list',
      },
      rest: [],
    })
  })

  it('are summarized without the invalid ones', () => {
    const rules = { ...wrong.rules, bookingsPerPerson: 1, durations: [45] }
    expect(eventFields.rules.words(rules, '24hour')).toBe('Also 45 minutes · 1 upcoming booking per person')
    expect(eventFields.rules.words(noRules, '24hour')).toBe('None')
  })

  it('were not part of drafts that an earlier version stored', () => {
    const { rules: _, scheduleId: __, checkedCalendars: ___, labels: ____, ...earlier } = draftWith({})
    expect(isDraft(earlier)).toBe(false)
    expect(upgradeDraft(earlier)).toEqual(draftWith({}))
    expect(isDraft(upgradeDraft(earlier))).toBe(true)
    expect(isDraft(upgradeDraft({ ...earlier, rules: { limits: 3 } }))).toBe(false)
    const choosing = (checkedCalendars: unknown) => {
      const draft = { ...earlier, checkedCalendars }
      return isDraft(upgradeDraft(draft))
    }
    expect([choosing(['a:1']), choosing('a:1')]).toEqual([true, false])
  })
})

it('an own week that a schedule replaces can be invalid, and its valid ranges are kept', () => {
  const monday = {
    enabled: true,
    slots: [
      { start: '09:00', end: '10:00' },
      { start: '12:00', end: '11:00' },
    ],
  }
  const week = { ...newDraft().week, monday }
  const draft = draftWith({ week, scheduleId: crypto.randomUUID() })
  expect(draftErrors(draft)).toEqual({})
  expect(inputFrom(draft, null).weeklyAvailabilitySlots?.monday.slots).toEqual([
    { start: '09:00', end: '10:00' },
  ])
  expect(draftErrors({ ...draft, scheduleId: null })).toHaveProperty('week')
})

describe('the errors of a draft', () => {
  it('are empty for a new draft with a title', () => expect(draftErrors(draftWith({}))).toEqual({}))

  it('name a zone without rules, whose dates mean nothing', () => {
    const draft = draftWith({ timezone: 'Europe/Atlantis', eventStartDate: '2027-06-10' })
    expect(Object.keys(draftErrors(draft))).toEqual(['timezone'])
    expect(boundsOf(draft).eventStart).toBe(Date.parse('2027-06-10T00:00:00Z'))
  })

  it.each([
    [{ title: '  ' }, { title: 'Event title is required' }],
    [{ duration: null }, { duration: 'Duration must be a whole number of minutes from 5 to 1440' }],
    [{ duration: 12.5 }, { duration: 'Duration must be a whole number of minutes from 5 to 1440' }],
    [
      { eventStartDate: '2027-06-11', eventEndDate: '2027-06-10' },
      { eventStartDate: 'Start date cannot be after end date' },
    ],
    [
      {
        eventStartDate: '2027-06-10',
        eventEndDate: '2027-06-10',
        eventStartTime: '10:00',
        eventEndTime: '10:00',
      },
      { eventStartTime: 'When start and end dates are the same, start time must be before end time' },
    ],
    [
      { eventStartDate: '2027-06-10', bookingStartDate: '2027-06-11' },
      {
        bookingStartDate:
          'Booking availability start date and time cannot be after the event start date and time',
      },
    ],
    [
      { bookingStartDate: '2027-06-11', bookingEndDate: '2027-06-10' },
      { bookingStartDate: 'Booking availability start date cannot be after end date' },
    ],
    [
      {
        bookingStartDate: '2027-06-10',
        bookingEndDate: '2027-06-10',
        bookingStartTime: '12:00',
        bookingEndTime: '09:00',
      },
      {
        bookingStartTime: 'When booking start and end dates are the same, start time must be before end time',
      },
    ],
    [
      { eventStartDate: '2027-06-10', eventStartTime: '9:3', bookingEndTime: 'odd' },
      { eventStartTime: 'Enter a time such as 9:30 AM or 14:30' },
    ],
    // 2:30 means 3:30 on this date, which is only wrong next to an end at 3:00.
    [
      {
        timezone: 'America/New_York',
        eventStartDate: '2027-03-14',
        eventStartTime: '02:30',
        eventEndDate: '2027-03-14',
        eventEndTime: '03:00',
      },
      {
        eventStartTime:
          'This time doesn’t exist on this date because clocks move forward. Choose an earlier or later time.',
      },
    ],
    [
      {
        timezone: 'America/New_York',
        eventStartDate: '2027-03-14',
        eventStartTime: '02:30',
        eventEndDate: '2027-03-14',
        eventEndTime: '04:00',
      },
      {},
    ],
    // A year that is still being typed.
    [{ eventStartDate: '0202-06-10' }, { eventStartDate: 'Enter a date between 2000 and 2099' }],
  ] satisfies [Partial<EventDraft>, object][])('%j', (part, errors) =>
    expect(draftErrors(draftWith(part))).toEqual(errors),
  )

  it('include invalid ranges of days that are on, and the summary links to them', () => {
    const tuesday = { enabled: true, slots: [{ start: '17:00', end: '09:00' }] }
    const draft = draftWith({ week: { ...newDraft().week, tuesday } })
    expect(draftErrors(draft)).toEqual({ week: 'Please fix time slot validation errors before saving' })
    expect(summaryOf(draftErrors(draft), draft)).toEqual([
      { fieldId: 'event-week-tuesday-0', message: 'Please fix time slot validation errors before saving' },
    ])
    expect(firstRangeError({ ...draft.week, tuesday: { ...tuesday, enabled: false } })).toBeNull()
  })
})

it('include the server’s messages next to their fields', () => {
  const fields = {
    eventEndUtc: 'Too late',
    'weeklyAvailabilitySlots.monday.slots.0.end': 'Overlaps',
    odd: 'Odd',
  }
  expect(errorsFromServer(fields)).toEqual({
    errors: { eventEndDate: 'Too late', week: 'Overlaps' },
    rest: ['Odd'],
  })
})

it('every property that is sent belongs to a field, so that its errors have a place', () => {
  const paths = Object.values(eventFields).map(({ path }) => path)
  expect(paths).toEqual(expect.arrayContaining(Object.keys(inputFrom(newDraft(), null))))
})
