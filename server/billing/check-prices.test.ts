import { beforeEach, expect, test } from 'vitest'
import { setUpApp } from '../../testing/server/set-up-app.ts'
import { sandboxPayments } from '../config/config.ts'
import { checkPrices } from './check-prices.ts'
import { createPayments } from '../adapters/payments.ts'

const own = sandboxPayments.prices.individual
const logged: string[] = []
const app = setUpApp({ log: (line) => logged.push(line) })
beforeEach(() => logged.splice(0))

test.each([
  ['ours', {}, []],
  ['the year’s for the month', { month: own.year }, ['month']],
  ['of no plan', { year: 'price_of_nobody' }, ['year']],
])('logs prices that differ from the pages: %s', async (_, prices, named) => {
  const apiRoot = `${app.origin}/sandbox/stripe`
  const payments = createPayments({
    ...sandboxPayments,
    apiRoot,
    prices: { individual: { ...own, ...prices } },
  })
  await checkPrices({ billing: { payments, isEnforced: false }, log: app.deps.log })
  const found = logged
    .map((line) => JSON.parse(line) as { msg: string; interval?: string })
    .filter(({ msg }) => msg.startsWith('a Stripe price'))
  expect(found.map(({ interval }) => interval)).toEqual(named)
})
