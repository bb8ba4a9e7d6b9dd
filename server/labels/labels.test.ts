import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { labelMessages } from '../../contract/labels/label-options.ts'
import { quotaMessages, quotas } from '../../contract/account/quotas.ts'
import { setUpApp } from '../../testing/server/set-up-app.ts'
import { call, ok, signIn } from '../../testing/server/test-app.ts'
import { collectionLabels, labels } from '../db/tables/labels.ts'
import { collections } from '../db/tables/collections.ts'

let hosts = 0

describe('labels', () => {
  const app = setUpApp()
  let token: string
  beforeEach(async () => {
    token = (await signIn(app.origin, `host${++hosts}@example.com`)).sessionToken
  })

  const create = (name: string, color = 'blue') =>
    call(app.origin, 'createLabel', { token, body: { name, color } })
  const created = async (name: string) =>
    (await ok(app.origin, 'createLabel', { token, body: { name, color: 'red' } })).id
  const names = async () => (await ok(app.origin, 'listLabels', { token })).map(({ name }) => name)

  test('are listed in the order in which they were created', async () => {
    await created('VIP')
    await created('  Follow\n up ')
    expect(await ok(app.origin, 'listLabels', { token })).toMatchObject([
      { name: 'VIP', color: 'red' },
      { name: 'Follow up', color: 'red' },
    ])
  })

  test.each([
    [{ name: ' ', color: 'red' }, { name: labelMessages.name }],
    [{ name: 'x'.repeat(41), color: 'red' }, { name: labelMessages.nameTooLong }],
    [{ name: 'VIP', color: '#f00' }, { color: labelMessages.color }],
  ])('refuses %o', async (body, fields) => {
    expect(await call(app.origin, 'createLabel', { token, body })).toMatchObject({ status: 400, fields })
  })

  test('have different names, ignoring case, also when two are created at once', async () => {
    const answers = await Promise.all([create('Überblick'), create('üBERBLICK'), create('überblick')])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 400, 400])
    expect(answers.find(({ status }) => status === 400)).toMatchObject({
      code: 'validation_failed',
      fields: { name: labelMessages.nameTaken },
    })
    expect(await names()).toHaveLength(1)
  })

  test('go on many collections at once, and an odd id of a booking is not found', async () => {
    const labelIds = await Promise.all(Array.from({ length: 40 }, (_, at) => created(`Label ${at}`)))
    const { id: hostId } = await ok(app.origin, 'getUser', { token })
    const rows = Array.from({ length: 200 }, (_, at) => ({
      hostId,
      id: randomUUID(),
      name: `Collection ${at}`,
      description: '',
      type: 'generic' as const,
      isArchived: false,
      fields: [],
      createdAt: app.clock.now,
      updatedAt: app.clock.now,
    }))
    await app.db.insert(collections).values(rows)
    const collectionIds = rows.map(({ id }) => id)
    // More pairs than a statement can have parameters.
    await app.db.insert(labels).values(
      Array.from({ length: 60 }, (_, at) => ({
        hostId,
        id: randomUUID(),
        name: `More ${at}`,
        nameKey: `more ${at}`,
        color: 'red' as const,
        position: 100 + at,
        createdAt: app.clock.now,
      })),
    )
    const add = (await ok(app.origin, 'listLabels', { token })).map(({ id }) => id)
    expect(add).toHaveLength(labelIds.length + 60)
    await ok(app.origin, 'labelCollections', { token, body: { collectionIds, add } })
    expect(await app.db.$count(collectionLabels, eq(collectionLabels.hostId, hostId))).toBe(20_000)
    const odd = await call(app.origin, 'labelBookings', { token, body: { bookingIds: ['a\0b'], add } })
    expect(odd).toMatchObject({ status: 404, code: 'booking_not_found' })
  })

  test('of another host can have the same name', async () => {
    await created('VIP')
    const other = (await signIn(app.origin, `other${hosts}@example.com`)).sessionToken
    expect(await ok(app.origin, 'listLabels', { token: other })).toEqual([])
    await ok(app.origin, 'createLabel', { token: other, body: { name: 'VIP', color: 'red' } })
  })

  test('are renamed, also to another case of their own name, but not to one that is taken', async () => {
    const id = await created('vip')
    await created('Lead')
    const rename = (name: string) =>
      call(app.origin, 'updateLabel', { token, params: { id }, body: { name } })
    expect((await rename('VIP')).status).toBe(200)
    expect(await rename('lead')).toMatchObject({ status: 400, fields: { name: labelMessages.nameTaken } })
    const recolored = await ok(app.origin, 'updateLabel', { token, params: { id }, body: { color: 'pink' } })
    expect(recolored).toMatchObject({ name: 'VIP', color: 'pink' })
  })

  test('two don’t get one name or one place if they are changed at once', async () => {
    const ids = [await created('A'), await created('B'), await created('C')]
    const renamed = await Promise.all(
      ids.map((id) => call(app.origin, 'updateLabel', { token, params: { id }, body: { name: 'Same' } })),
    )
    expect(renamed.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400, 400])
    const orders = [ids, ids.toReversed()]
    await Promise.all(orders.map((order) => ok(app.origin, 'orderLabels', { token, body: { ids: order } })))
    expect(orders).toContainEqual((await ok(app.origin, 'listLabels', { token })).map(({ id }) => id))
  })

  test('are reordered; those that another tab created since come last', async () => {
    const [a, b] = [await created('A'), await created('B')]
    await created('C')
    const reordered = await ok(app.origin, 'orderLabels', { token, body: { ids: [b, a] } })
    expect(reordered.map(({ name }) => name)).toEqual(['B', 'A', 'C'])
    await created('D')
    expect(await names()).toEqual(['B', 'A', 'C', 'D'])
    expect(await call(app.origin, 'orderLabels', { token, body: { ids: [a, randomUUID()] } })).toMatchObject({
      status: 404,
      error: labelMessages.gone,
    })
  })

  test('are limited, also when two are created at once', async () => {
    const id = await created('First')
    const [row] = await app.db.select().from(labels)
    const { hostId } = (await app.db.select().from(labels)).find((label) => label.id === id)!
    await app.db.insert(labels).values(
      Array.from({ length: quotas.labels - 2 }, (_, n) => ({
        ...row!,
        hostId,
        id: randomUUID(),
        name: `${n}`,
        nameKey: `${n}`,
        position: n + 1,
      })),
    )
    const answers = await Promise.all([create('One'), create('Two')])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 403])
    expect(answers.find(({ status }) => status === 403)).toMatchObject({
      code: 'quota_exceeded',
      error: quotaMessages.labels,
    })
  })

  test('are deleted once', async () => {
    const id = await created('VIP')
    const remove = () => call(app.origin, 'deleteLabel', { token, params: { id } })
    const statuses = (await Promise.all([remove(), remove()])).map(({ status }) => status)
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 404])
    expect(await names()).toEqual([])
    expect((await call(app.origin, 'deleteLabel', { token, params: { id: 'x' } })).status).toBe(404)
  })
})
