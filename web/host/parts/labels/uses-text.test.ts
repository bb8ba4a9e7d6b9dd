import { expect, it } from 'vitest'
import { usesText } from './uses-text.ts'

it.each([
  [{ events: 0, bookings: 0, collections: 0 }, 'Nothing has this label.'],
  [{ events: 1, bookings: 0, collections: 0 }, 'It will be removed from 1 event.'],
  [{ events: 0, bookings: 1200, collections: 1 }, 'It will be removed from 1,200 bookings and 1 collection.'],
  [
    { events: 2, bookings: 1, collections: 3 },
    'It will be removed from 2 events, 1 booking and 3 collections.',
  ],
])('says what loses a label: %o', (uses, text) => {
  expect(usesText(uses)).toBe(text)
})
