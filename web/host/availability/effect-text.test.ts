import { describe, expect, it } from 'vitest'
import { effectText, hasEffect } from './effect-text.ts'

const none = { slotsRemoved: 0, slotsAdded: 0, events: 0, bookingsOutside: 0 }

describe('the effect of new hours in words', () => {
  it.each([
    [
      { slotsRemoved: 14, slotsAdded: 6, events: 3, bookingsOutside: 2 },
      '14 slots go, 6 come in the next four weeks, in 3 events. 2 bookings now lie outside.',
    ],
    [
      { slotsRemoved: 1, slotsAdded: 1, events: 1, bookingsOutside: 1 },
      '1 slot goes, 1 comes in the next four weeks, in 1 event. 1 booking now lies outside.',
    ],
    [{ ...none, slotsAdded: 8, events: 2 }, '8 slots come in the next four weeks, in 2 events.'],
    [{ ...none, slotsRemoved: 2, events: 1 }, '2 slots go in the next four weeks, in 1 event.'],
    [{ ...none, bookingsOutside: 3 }, '3 bookings now lie outside.'],
  ])('%j', (effect, text) => {
    expect(effectText(effect)).toBe(text)
    expect(hasEffect(effect)).toBe(true)
  })

  it('is none if no slot and no booking is affected', () => {
    expect(hasEffect(none)).toBe(false)
  })
})
