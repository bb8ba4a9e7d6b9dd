import { expect, it } from 'vitest'
import { differencesOf, mergeDrafts } from './edit-conflict.ts'
import { newDraft } from './draft-mapping.ts'

const base = { ...newDraft(), title: 'Talk', description: 'Slow' }
const mine = { ...base, title: 'My talk', duration: 60, bookingStartDate: '2027-05-01' }
const theirs = { ...base, title: 'Their talk', duration: 60, isEnabled: false, meetVia: 'phone' as const }

it("keeps both editors' changes, and one's own text if both changed it", () => {
  expect(mergeDrafts(base, mine, theirs)).toEqual({
    ...base,
    title: 'My talk',
    duration: 60,
    bookingStartDate: '2027-05-01',
    isEnabled: false,
    meetVia: 'phone',
  })
})

it('lists changes made elsewhere, except identical ones', () => {
  expect(differencesOf(base, mine, theirs, '12hour')).toEqual([
    { field: 'title', label: 'Event title', there: 'Their talk', here: 'My talk' },
    { field: 'meetVia', label: 'Meet via', there: 'Phone call', here: null },
    { field: 'isEnabled', label: 'Active', there: 'Off', here: null },
  ])
})

it('formats times in the host’s time format', () => {
  const later = { ...base, eventStartTime: '14:30' }
  const there = (timeFormat: '12hour' | '24hour') => differencesOf(base, base, later, timeFormat)[0]?.there
  expect(there('12hour')).toBe('2:30 PM')
  expect(there('24hour')).toBe('14:30')
})
