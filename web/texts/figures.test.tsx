import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { HOUR } from '../../availability/units.ts'
import { quotas } from '../../contract/account/quotas.ts'
import { eventLimits, RESTORE_WINDOW_MS } from '../../contract/events/event-options.ts'
import { ruleLimits } from '../../contract/events/event-rules.ts'
import { MAX_RANGES_A_DAY } from '../../contract/hours/weekly-availability.ts'
import { questions } from '../host/screens/faq/questions.tsx'
import { FeaturesPage } from '../site/features/features-page.tsx'
import { features } from '../site/landing/features.tsx'
import { planContents } from './plan-texts.ts'

const answerOf = (id: string) =>
  renderToStaticMarkup(questions.find((question) => question.id === id)!.answer)

test('the plans name the limit of events', () => {
  expect(planContents.individual).toContain(`Up to ${quotas.events} events, unlimited bookings`)
})

test('the FAQ names the limits of events', () => {
  const answer = answerOf('event-limits')
  expect(answer).toContain(
    `up to ${quotas.events} events, including archived ones and events deleted in the last ${RESTORE_WINDOW_MS / HOUR} hours`,
  )
  const { duration } = eventLimits
  expect(answer).toContain(`from ${duration.min} minutes to ${duration.max / 60} hours`)
  expect(answer).toContain(`up to ${ruleLimits.buffer / 60} hours of buffer before and after`)
  expect(answer).toContain(`up to ${MAX_RANGES_A_DAY} time ranges`)
})

test('the landing page names how many time ranges a day can have', () => {
  const text = features.find(({ title }) => title === 'Flexible time slots')!.text
  expect(text).toContain(`up to ${MAX_RANGES_A_DAY} time ranges per day`)
})

test('no text promises durations of any length', () => {
  const page = renderToStaticMarkup(<FeaturesPage />).replaceAll(/<[^>]*>/g, ' ')
  const texts = [page, ...features.map(({ text }) => text)]
  for (const text of texts) expect(text).not.toMatch(/any length|as many/i)
})
