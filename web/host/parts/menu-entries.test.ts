import { expect, test } from 'vitest'
import { entryOf } from './menu-entries.ts'

test.each([
  ['/availability/create', 'Availability'],
  ['/custom-fields/create', 'Custom Fields'],
  ['/events/edit/6f1c7e1e', 'Events'],
  ['/bookings/time-zone-changes', 'Bookings'],
  ['/events/create', 'Create Event'],
  ['/events', 'Events'],
  ['/eventsx', undefined],
  ['/settings', undefined],
])('editors belong to their lists, apart from the one with an entry of its own: %s', (path, entry) => {
  expect(entryOf(path)?.label).toBe(entry)
})
