import { describe, expect, test } from 'vitest'
import type { EventLink } from '../../../../contract/events/one-off-links.schema.ts'
import { eventLinkMessages } from '../../../../contract/events/one-off-links.ts'
import { noRules, ruleMessages } from '../../../../contract/events/event-rules.ts'
import { defaultWeek } from '../../../../contract/hours/weekly-availability.ts'
import { hasErrors, linkErrors, linkInput, newLink } from './link-draft.ts'
import { linkText } from './link-text.ts'

const now = Date.parse('2027-01-05T12:00:00Z')
const zone = 'America/New_York'

describe('a new link', () => {
  test('is for one booking and doesn’t expire', () => {
    expect(linkInput(newLink, zone)).toEqual({ name: '', maxUses: 1, expiresAt: null, rules: {} })
    expect(hasErrors(linkErrors(newLink, zone, now))).toBe(false)
  })

  test('expires at the end of its last day, in the host’s zone, and is sent with the rules it sets', () => {
    const rules = { ...noRules, minimumNotice: 60, bufferAfter: 0, linksOnly: true }
    expect(
      linkInput({ name: ' Bob ', maxUses: null, lastDay: '2027-01-05', week: null, rules }, zone),
    ).toEqual({
      name: 'Bob',
      maxUses: null,
      expiresAt: '2027-01-06T05:00:00.000Z',
      rules: { bufferAfter: 0, minimumNotice: 60 },
    })
  })

  test.each([
    ['starts at 1 AM', '2027-09-04', '2027-09-05T04:00:00.000Z'],
    ['follows a day with two times 11:59 PM', '2027-04-03', '2027-04-04T04:00:00.000Z'],
  ])('expires when the next day starts, also if that %s', (_name, lastDay, expiresAt) =>
    expect(linkInput({ ...newLink, lastDay }, 'America/Santiago').expiresAt).toBe(expiresAt),
  )

  test('expires no later than the year 9999', () =>
    expect(linkInput({ ...newLink, lastDay: '9999-12-31' }, 'UTC').expiresAt).toBe(
      '9999-12-31T23:59:59.999Z',
    ))

  test('is sent with its hours, dates, start times and bookings per person', () => {
    const week = defaultWeek()
    const overrides = [{ from: '2027-01-05', to: '2027-01-05', slots: [], name: '' }]
    const narrowing = { overrides, startTimes: { at: [0] }, bookingsPerPerson: 1 }
    expect(linkInput({ ...newLink, week, rules: { ...noRules, ...narrowing } }, zone).rules).toEqual({
      ...narrowing,
      weeklyAvailabilitySlots: week,
    })
  })

  test.each([
    [{ maxUses: 0 }, { maxUses: eventLinkMessages.uses }],
    [{ maxUses: 1001 }, { maxUses: eventLinkMessages.uses }],
    [{ lastDay: '' }, { lastDay: ruleMessages.date }],
    [{ lastDay: '2027-01-04' }, { lastDay: eventLinkMessages.past }],
    [{ rules: { ...noRules, minimumNotice: -1 } }, { rules: { minimumNotice: ruleMessages.notice } }],
  ])('with %j has an error', (part, errors) => {
    const found = linkErrors({ ...newLink, ...part }, zone, now)
    expect(found).toEqual({ rules: {}, ...errors })
    expect(hasErrors(found)).toBe(true)
  })

  test('can be used on the day it expires', () =>
    expect(hasErrors(linkErrors({ ...newLink, lastDay: '2027-01-05' }, zone, now))).toBe(false))
})

describe('the words for a link', () => {
  const link: EventLink = {
    id: '',
    name: '',
    bookingUrlId: 'link_x',
    expiresAt: null,
    maxUses: 1,
    uses: 0,
    rules: {},
    createdAt: '2027-01-01T00:00:00Z',
  }
  const viewer = { locale: 'en-US', timeZone: 'UTC', hour12: true }
  test.each([
    [{}, '1 booking left'],
    [{ maxUses: 5, uses: 2 }, '3 bookings left of 5'],
    [{ maxUses: null, uses: 2 }, 'Any number of bookings (2 so far)'],
    [{ uses: 1 }, 'Used up (1 booking)'],
    [{ rules: { minimumNotice: 60 } }, '1 booking left · 1 hour’s notice'],
    [
      { rules: { weeklyAvailabilitySlots: defaultWeek(), startTimes: { at: [0, 30] } } },
      '1 booking left · fewer hours · starts at :00, :30',
    ],
  ])('%j', (part, text) => expect(linkText({ ...link, ...part }, viewer, now)).toBe(text))

  test('say whether it has expired', () => {
    const expiresAt = '2027-01-05T12:00:00.000Z'
    expect(linkText({ ...link, expiresAt }, viewer, now - 1)).toContain(' · expires ')
    expect(linkText({ ...link, expiresAt }, viewer, now)).toContain(' · expired ')
    expect(linkText({ ...link, expiresAt, uses: 1 }, viewer, now - 1)).toBe('Used up (1 booking)')
  })

  test.each([
    ['UTC', 'Jan 6, 2027, 5:00 AM'],
    [zone, 'at the end of Jan 5, 2027'],
  ])('say when it expires in %s', (timeZone, text) => {
    const expiresAt = '2027-01-06T05:00:00.000Z'
    expect(linkText({ ...link, expiresAt }, { ...viewer, timeZone }, now)).toMatch(
      new RegExp(`· expires ${text}$`),
    )
  })
})
