import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { listEvents, post, startSandbox, subscribe } from './test-client.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sandbox-stripe-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

it('objects, the clock, keys and undelivered events survive a restart', async () => {
  const dataFile = join(folder, 'deeper', 'stripe.db')
  const before = await startSandbox({ dataFile, retryDelaysMs: [50, 50, 50, 50, 50, 50] })
  const { customer, subscription } = await subscribe(before)
  await post(before.root, '/clock', { advance: 40 * 86_400 })
  const made = await before.stripe.customers.create({ email: 'b@example.com' }, { idempotencyKey: 'kept' })
  await expect.poll(() => before.received.length).toBe(9)
  before.receiver.status = 500
  await before.stripe.subscriptions.cancel(subscription)
  await expect.poll(() => before.received.length).toBeGreaterThan(9)
  const { now } = await (await fetch(`${before.root}/clock`)).json()
  await before.app.close()

  const after = await startSandbox({ dataFile })
  await expect.poll(() => after.received.map(({ type }) => type)).toEqual(['customer.subscription.deleted'])
  expect(await after.stripe.subscriptions.retrieve(subscription)).toMatchObject({
    customer,
    status: 'canceled',
  })
  expect(await after.stripe.customers.create({ email: 'b@example.com' }, { idempotencyKey: 'kept' })).toEqual(
    made,
  )
  expect((await (await fetch(`${after.root}/clock`)).json()).now).toBeGreaterThanOrEqual(now)
  await expect
    .poll(async () => (await listEvents(after.root)).every(({ delivery }) => delivery.state === 'delivered'))
    .toBe(true)
  await after.app.close()
})

it('objects of another form are dropped', async () => {
  const dataFile = join(folder, 'stripe.db')
  const before = await startSandbox({ dataFile })
  const { subscription } = await subscribe(before)
  await before.app.close()
  const db = new DatabaseSync(dataFile)
  db.exec("update meta set value = '1' where key = 'form'")
  db.close()

  const after = await startSandbox({ dataFile })
  await expect(after.stripe.subscriptions.retrieve(subscription)).rejects.toMatchObject({ statusCode: 404 })
  expect(await listEvents(after.root)).toEqual([])
  await after.app.close()
})
