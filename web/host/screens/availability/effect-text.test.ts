import { describe, expect, it } from 'vitest'
import { hasEffect, outsideText, slotsText } from './effect-text.ts'

const none = { slotsRemoved: 0, slotsAdded: 0, events: [], bookingsOutside: 0, firstOutside: [] }

describe('the effect of new hours in words', () => {
  it.each([
    [{ slotsRemoved: 16, events: ['Intro call'] }, 'Intro call loses 16 open times.'],
    [{ slotsRemoved: 1, slotsAdded: 6, events: ['Tea'] }, 'Tea loses 1 open time and gains 6.'],
    [{ slotsRemoved: 14, slotsAdded: 6, events: ['a', 'b', 'c'] }, '3 events lose 14 open times and gain 6.'],
    [{ slotsAdded: 8, events: ['a', 'b'] }, '2 events gain 8 open times.'],
    [{ bookingsOutside: 3 }, null],
  ])('%j', (part, text) => {
    const effect = { ...none, ...part }
    expect(slotsText(effect)).toBe(text)
    expect(hasEffect(effect)).toBe(true)
  })

  it('counts the bookings outside', () => {
    expect(outsideText({ ...none, bookingsOutside: 1 })).toBe('1 booking falls outside these hours')
    expect(outsideText({ ...none, bookingsOutside: 2 })).toBe('2 bookings fall outside these hours')
  })

  it('is none if no slot and no booking is affected', () => {
    expect(hasEffect(none)).toBe(false)
  })
})
