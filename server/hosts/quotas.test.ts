import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { quotaMessages, quotas } from '../../contract/account/quotas.ts'
import { setUpApp } from '../../testing/server/set-up-app.ts'
import { call, ok, signIn } from '../../testing/server/test-app.ts'
import { collections, collectionShares } from '../db/tables/collections.ts'
import { events } from '../db/tables/events.ts'

const fields = [{ type: 'single-line', label: 'Company' }]

describe('what an account can store', () => {
  const app = setUpApp()
  let token: string
  let hostId: string
  beforeAll(async () => {
    const session = await signIn(app.origin, 'maya@example.com')
    token = session.sessionToken
    hostId = session.user.id
  })

  /** Copies of a row until `count` are stored. */
  const copies = <Row extends object>(row: Row, count: number, change: (number: number) => object) =>
    Array.from({ length: count }, (_, number) => ({ ...row, id: randomUUID(), ...change(number) }))

  test('refuses one event too many, also when two are created at once', async () => {
    const create = () => call(app.origin, 'createEvent', { token, body: { title: 'Talk' } })
    await create()
    const [row] = await app.db.select().from(events)
    await app.db
      .insert(events)
      .values(copies(row!, quotas.events - 2, (number) => ({ bookingLinkId: `link-${number}` })))
    const answers = await Promise.all([create(), create()])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 403])
    expect(answers.filter(({ status }) => status === 403)).toMatchObject([
      { code: 'quota_exceeded', error: quotaMessages.events },
    ])
    expect(await app.db.$count(events)).toBe(quotas.events)
  })

  test('refuses fields beyond the space of an account, and still saves what fits', async () => {
    const { id } = await ok(app.origin, 'createCollection', { token, body: { name: 'About you', fields } })
    const [row] = await app.db.select().from(collections)
    const big = { ...row!.fields[0]!, description: 'x'.repeat(quotas.fieldBytes - 2000) }
    await app.db.insert(collections).values({ ...row!, id: randomUUID(), fields: [big] })
    const change = (description: string) =>
      call(app.origin, 'updateCollection', {
        token,
        params: { id },
        body: { fields: Array.from({ length: 10 }, () => ({ ...fields[0], description })) },
      })
    expect(await change('y'.repeat(400))).toMatchObject({ status: 403, error: quotaMessages.fieldBytes })
    expect((await ok(app.origin, 'getCollection', { token, params: { id } })).fields).toHaveLength(1)
    const renamed = await call(app.origin, 'updateCollection', {
      token,
      params: { id },
      body: { name: 'You' },
    })
    expect(renamed.status).toBe(200)
    expect(
      await call(app.origin, 'createEvent', {
        token: (await signIn(app.origin, 'other@example.com')).sessionToken,
        body: { title: 'Talk' },
      }),
    ).toMatchObject({ status: 201 })
  })

  test('refuses one collection and one share too many', async () => {
    await app.db.update(collections).set({ fields: [] })
    const [row] = await app.db.select().from(collections)
    await app.db.insert(collections).values(copies(row!, quotas.collections - 2, () => ({})))
    expect(
      await call(app.origin, 'createCollection', { token, body: { name: 'More', fields } }),
    ).toMatchObject({ status: 403, error: quotaMessages.collections })
    const share = { hostId, collectionId: row!.id, memberId: null, createdAt: app.clock.now }
    const given = copies(share, quotas.shares, (number) => ({ email: `p${number}@example.com` }))
    await app.db.insert(collectionShares).values(given as (typeof collectionShares.$inferInsert)[])
    const other = (await app.db.select().from(collections)).find(({ id }) => id !== row!.id)!
    expect(
      await call(app.origin, 'shareCollection', {
        token,
        params: { id: other.id },
        body: { email: 'one.more@example.com' },
      }),
    ).toMatchObject({ status: 403, error: quotaMessages.shares })
  })
})
