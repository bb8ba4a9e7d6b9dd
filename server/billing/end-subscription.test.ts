import { expect, test } from 'vitest'
import { newCustomer, stripeFault } from '../../testing/bookings/customer.ts'
import { setUpApp } from '../../testing/server/set-up-app.ts'
import { endSubscriptionNow } from './end-subscription.ts'

const app = setUpApp()

test('ends what a host pays for at once, also if the first try fails', async () => {
  const customer = await newCustomer(app)
  await customer.subscribe()
  expect((await customer.status({ forceStripePull: 'true' })).plan).toBe('individual')
  await stripeFault(app, { kind: 'status', status: 400, match: 'subscriptions.cancel', times: 1 })
  await expect(endSubscriptionNow(app.deps, customer.hostId)).rejects.toMatchObject({
    code: 'payments_unreachable',
  })
  await endSubscriptionNow(app.deps, customer.hostId)
  expect((await customer.status()).plan).toBeNull()
  // A repeated job finds nothing to end.
  await endSubscriptionNow(app.deps, customer.hostId)
})

test('a host who never paid has nothing to end', async () => {
  const { hostId } = await newCustomer(app)
  await expect(endSubscriptionNow(app.deps, hostId)).resolves.toBeUndefined()
})
