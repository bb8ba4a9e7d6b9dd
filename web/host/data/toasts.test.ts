import { toast } from 'sonner'
import { expect, it } from 'vitest'
import { toasts } from './toasts.ts'

it('shows one toast per failure, and one for each text', () => {
  for (let times = 0; times < 3; times++) toasts.settingsNotSaved()
  toasts.checkoutNotStarted('Not now.')
  toasts.checkoutNotStarted('Not now.')
  toasts.checkoutNotStarted('Not today.')
  const texts = toast.getToasts().map((one) => ('title' in one ? [one.title, one.description] : []))
  expect(texts).toHaveLength(3)
  expect(texts).toEqual(
    expect.arrayContaining([
      ['Failed to save settings', undefined],
      ['Failed to start checkout process.', 'Not now.'],
      ['Failed to start checkout process.', 'Not today.'],
    ]),
  )
})

it('keeps the count beside a Hebrew title in its place', () => {
  toasts.eventDeleted('ייעוץ', 1, () => {})
  toasts.eventCanceled('ייעוץ', 2)
  const texts = toast.getToasts().flatMap((one) => ('description' in one ? [one.description] : []))
  expect(texts).toContain(
    '\u2068ייעוץ\u2069. 1 upcoming booking kept. You can restore the event for 24 hours.',
  )
  expect(texts).toContain('\u2068ייעוץ\u2069. 2 bookings canceled.')
})
