import { beforeAll, describe, expect, test } from 'vitest'
import { HOUR } from '../../availability/units.ts'
import type { Collection } from '../../contract/custom-fields/collection.schema.ts'
import type { RouteName } from '../../contract/api/routes.ts'
import { setUpApp } from '../../testing/server/set-up-app.ts'
import { type Asked, call, ok, signIn } from '../../testing/server/test-app.ts'
import type { Deps } from '../adapters/deps.ts'
import { removeDeletedCollections } from './remove-deleted-collections.ts'

describe('collections', () => {
  const app = setUpApp()
  let token: string
  beforeAll(async () => {
    token = (await signIn(app.origin, 'ada@example.com')).sessionToken
  })

  const field = (label: string, more: object = {}) => ({ type: 'single-line', label, ...more })
  const create = (fields: object[] = [field('Company')], more: object = {}) =>
    ok(app.origin, 'createCollection', { token, body: { name: 'About you', fields, ...more } })
  const update = (id: string, body: unknown, as = token) =>
    call(app.origin, 'updateCollection', { token: as, params: { id }, body })
  const labels = ({ fields }: Pick<Collection, 'fields'>) =>
    fields.map(({ label, isDeleted }) => (isDeleted ? `(${label})` : label))

  test('every call returns what was saved', async () => {
    const fields = [
      { type: 'dropdown', label: ' Colour ', options: ['Red ', '', ' Blue', '  '], isRequired: true },
      { type: 'separator', label: 'dropped', description: 'dropped', isRequired: true },
      { type: 'header', label: 'Part two', isRequired: true, description: 'kept' },
      { type: 'single-line', label: 'Name', options: ['dropped'], customId: 'crm', icon: 'tag' },
      { type: 'checkbox', label: 'Of another program' },
    ]
    const created = await create(fields, { name: '  Intake ', description: 'one\r\ntwo' })
    expect(created).toMatchObject({
      collectionId: created.id,
      name: 'Intake',
      description: 'one\ntwo',
      type: 'generic',
      status: 'active',
      entityRole: 'owner',
      shares: [],
      version: 1,
      fields: [
        { type: 'dropdown', label: 'Colour', options: ['Red', 'Blue'], isRequired: true, fieldPosition: 0 },
        { type: 'separator', label: '', description: '', isRequired: false, fieldPosition: 1 },
        { type: 'header', label: 'Part two', description: 'kept', isRequired: false },
        { type: 'single-line', options: [], customId: 'crm', icon: 'tag' },
        { type: 'checkbox', label: 'Of another program', fieldPosition: 4 },
      ],
    })
    expect(await ok(app.origin, 'getCollection', { token, params: { id: created.id } })).toEqual(created)
    const listed = await ok(app.origin, 'listCollections', { token })
    expect(listed.find(({ id }) => id === created.id)).toEqual(created)
  })

  test.each([
    [{ name: ' ' }, { name: 'Collection name is required.' }],
    [{ name: undefined }, { name: 'Collection name is required.' }],
    [{ fields: [] }, { fields: 'At least one field is required to save the collection.' }],
    [
      { fields: [field('Gone', { isDeleted: true })] },
      { fields: 'At least one field is required to save the collection.' },
    ],
    [{ fields: [field('\u200b ')] }, { 'fields.0.label': 'Please provide a field label' }],
    [
      { fields: [{ type: 'radio', label: 'Which', options: [' ', ''] }] },
      { 'fields.0.options': 'Please provide at least one option for this field type' },
    ],
    [
      { fields: [field('One'), { type: 'checkboxes', label: 'Which', options: ['A', 'B', 'A '] }] },
      { 'fields.1.options': 'Duplicate options are not allowed' },
    ],
    [{ fields: [{ type: '', label: 'What' }] }, { 'fields.0.type': 'Choose a field type' }],
    [{ fields: 'no list' }, { fields: 'Fields must be a list' }],
  ])('rejects %j with %j', async (body, fields) => {
    const reply = await call(app.origin, 'createCollection', {
      token,
      body: { name: 'Fine', fields: [field('Fine')], ...body },
    })
    expect(reply).toMatchObject({ status: 400, error: Object.values(fields)[0], fields })
  })

  test("headers need no label, and removed fields aren't validated", async () => {
    const body = [{ type: 'header' }, field('Kept'), field('', { isDeleted: true })]
    expect(labels(await create(body))).toEqual(['', 'Kept'])
  })

  test('fields are removed by flag, ordered by position, and kept as deleted if left out', async () => {
    const { id, fields } = await create([field('One'), field('Two'), field('Three')])
    const [one, two, three] = fields
    const reordered = await update(id, {
      fields: [
        { ...one!, fieldPosition: 2 },
        { ...two!, isDeleted: true, fieldPosition: 1 },
        { ...three!, fieldPosition: 0 },
        field('New', { id: 'new-1', fieldPosition: 3 }),
      ],
    })
    if (!reordered.success) throw new Error(reordered.error)
    expect(labels(reordered.data)).toEqual(['Three', 'One', 'New', '(Two)'])
    expect(reordered.data.fields.map(({ fieldPosition }) => fieldPosition)).toEqual([0, 1, 2, 3])
    const ids = reordered.data.fields.map((saved) => saved.id)
    expect([ids[0], ids[1], ids[3]]).toEqual([three!.id, one!.id, two!.id])
    expect(ids[2]).not.toBe('new-1')

    const short = await update(id, { fields: [one!] })
    expect(short.success && labels(short.data)).toEqual(['One', '(Three)', '(New)', '(Two)'])
    // A repeated id, or one from another collection, creates a new field.
    const twice = await update(id, { fields: [one!, { ...one!, label: 'Again' }] })
    expect(twice.success && new Set(twice.data.fields.map((saved) => saved.id)).size).toBe(5)
  })

  test('rejects a change based on an older version', async () => {
    const { id, version } = await create()
    expect(await update(id, { name: 'First', version })).toMatchObject({ status: 200, data: { version: 2 } })
    expect(await update(id, { name: 'Second', version })).toMatchObject({
      status: 409,
      code: 'edit_conflict',
    })
    const tries = await Promise.all([1, 2, 3].map((n) => update(id, { name: `Try ${n}`, version: 2 })))
    expect(tries.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
  })

  test('the type never changes, no matter who edits the collection', async () => {
    const { id } = await create()
    expect(await update(id, { type: 'boomEvent', name: 'Renamed' })).toMatchObject({
      status: 200,
      data: { type: 'generic', name: 'Renamed' },
    })
  })

  test('a lone surrogate is dropped instead of failing in the database', async () => {
    const made = await create([{ type: 'single-line', label: 'a\ud800', customId: '\u0000b' }], {
      name: '\udfff c',
    })
    expect(made).toMatchObject({ name: '\ufffd c', fields: [{ label: 'a\ufffd', customId: 'b' }] })
  })

  test('PUT does the same as POST', async () => {
    const { id } = await create()
    const response = await fetch(`${app.origin}/api/webapp/customfieldscollections/${id}`, {
      method: 'PUT',
      headers: {
        'x-boomtime-client': 'webapp',
        'content-type': 'application/json',
        authorization: `Bearer ${token}`,
      },
      body: JSON.stringify({ name: 'By PUT' }),
    })
    expect(await response.json()).toMatchObject({ success: true, data: { name: 'By PUT' } })
  })

  test('lists archived collections, deleted ones on request, and restores them within 24 hours', async () => {
    const host = { token: (await signIn(app.origin, 'lister@example.com')).sessionToken }
    const make = (name: string) =>
      ok(app.origin, 'createCollection', { ...host, body: { name, fields: [field('One')] } })
    const [kept, archived, deleted] = [await make('kept'), await make('archived'), await make('deleted')]
    const change = (id: string, body: object) =>
      call(app.origin, 'updateCollection', { ...host, params: { id }, body })
    expect(await change(archived.id, { isArchived: true })).toMatchObject({ data: { status: 'archived' } })
    const remove = () => call(app.origin, 'deleteCollection', { ...host, params: { id: deleted.id } })
    expect((await remove()).status).toBe(200)
    const names = async (query: Record<string, string> = {}) =>
      (await ok(app.origin, 'listCollections', { ...host, query })).map(({ name }) => name).toSorted()
    expect(await names()).toEqual(['archived', 'kept'])
    expect(await names({ status: 'active' })).toEqual(['kept'])
    expect(await names({ status: 'archived' })).toEqual(['archived'])
    expect(await names({ status: 'deleted' })).toEqual(['deleted'])
    expect(await names({ type: 'boomEvent' })).toEqual([])

    expect((await call(app.origin, 'getCollection', { ...host, params: { id: deleted.id } })).status).toBe(
      404,
    )
    expect((await remove()).status).toBe(404)
    expect((await change(deleted.id, { name: 'x' })).status).toBe(404)
    const clean = () => removeDeletedCollections({ db: app.db, now: () => app.clock.now } as Deps)
    app.clock.now += 23 * HOUR
    await clean()
    expect(await change(deleted.id, { isDeleted: false })).toMatchObject({ data: { status: 'active' } })
    await remove()
    app.clock.now += 24 * HOUR + 1
    await clean()
    app.clock.now -= 24 * HOUR
    expect((await change(deleted.id, { isDeleted: false })).status).toBe(404)
    expect((await change(kept.id, { isArchived: false })).status).toBe(200)
  })

  test('checks every call as owner, shared user, other host and anonymous caller', async () => {
    const member = (await signIn(app.origin, 'grace@example.com')).sessionToken
    const stranger = (await signIn(app.origin, 'eve@example.com')).sessionToken
    const callers = { owner: token, member, stranger, nobody: undefined }
    const calls: [name: RouteName, more: Asked, statuses: number[]][] = [
      ['getCollection', {}, [200, 200, 404, 401]],
      ['updateCollection', { body: { name: 'Changed' } }, [200, 200, 404, 401]],
      ['updateCollection', { body: { isArchived: true } }, [200, 200, 404, 401]],
      ['updateCollection', { body: { isDeleted: true } }, [200, 403, 404, 401]],
      ['deleteCollection', {}, [200, 403, 404, 401]],
      ['shareCollection', { body: { email: 'other@example.com' } }, [201, 403, 404, 401]],
      ['unshareCollection', {}, [200, 403, 404, 401]],
    ]
    for (const [name, more, statuses] of calls) {
      for (const [index, [who, as]] of Object.entries(callers).entries()) {
        const { id } = await create()
        const share = await ok(app.origin, 'shareCollection', {
          token,
          params: { id },
          body: { email: 'Grace@Example.com' },
        })
        const reply = await call(app.origin, name, {
          ...more,
          params: { id, userId: share.userId },
          ...(as && { token: as }),
        })
        expect([name, who, reply.status]).toEqual([name, who, statuses[index]])
        const listed = await call(app.origin, 'listCollections', { ...(as && { token: as }) })
        const sees = listed.success && listed.data.some((collection) => collection.id === id)
        const isGone =
          reply.status === 200 && (name === 'deleteCollection' || 'isDeleted' in Object(more.body))
        expect([name, who, sees]).toEqual([name, who, (who === 'owner' || who === 'member') && !isGone])
      }
    }
  })

  test('the owner and a shared user archive a collection for themselves only', async () => {
    const member = (await signIn(app.origin, 'edsger@example.com')).sessionToken
    const { id, version, updatedAt } = await create()
    await ok(app.origin, 'shareCollection', { token, params: { id }, body: { email: 'edsger@example.com' } })
    const isArchivedFor = async (as: string) => {
      const { isArchived, status } = await ok(app.origin, 'getCollection', { token: as, params: { id } })
      const archived = await ok(app.origin, 'listCollections', { token: as, query: { status: 'archived' } })
      expect([status, archived.some((one) => one.id === id)]).toEqual([
        isArchived ? 'archived' : 'active',
        isArchived,
      ])
      return isArchived
    }
    app.clock.now += HOUR
    expect(await update(id, { isArchived: true }, member)).toMatchObject({ data: { status: 'archived' } })
    expect([await isArchivedFor(member), await isArchivedFor(token)]).toEqual([true, false])
    // Nothing changed for the owner, whose open editor can still save.
    expect(await ok(app.origin, 'getCollection', { token, params: { id } })).toMatchObject({
      version,
      updatedAt,
    })

    await update(id, { isArchived: true })
    await update(id, { isArchived: false, name: 'Theirs' }, member)
    expect([await isArchivedFor(member), await isArchivedFor(token)]).toEqual([false, true])
  })

  test('a shared user sees the owner, but not the other shares', async () => {
    const member = (await signIn(app.origin, 'alan@example.com')).sessionToken
    const { id } = await create()
    const share = (email: string) =>
      ok(app.origin, 'shareCollection', { token, params: { id }, body: { email, notify: false } })
    const [first] = [await share('alan@example.com'), await share('later@example.com')]
    expect(await share('ALAN@example.com')).toEqual(first)
    const own = await ok(app.origin, 'getCollection', { token, params: { id } })
    expect(own.shares.map(({ email }) => email)).toEqual(['alan@example.com', 'later@example.com'])
    expect(await ok(app.origin, 'getCollection', { token: member, params: { id } })).toMatchObject({
      entityRole: 'shared',
      ownerName: own.ownerName,
      shares: [],
    })

    // A person without an account gets access on signing up, and the owner can't tell the difference.
    const later = (await signIn(app.origin, 'Later@example.com')).sessionToken
    expect((await call(app.origin, 'getCollection', { token: later, params: { id } })).status).toBe(200)
    const { userId } = own.shares[1]!
    await ok(app.origin, 'unshareCollection', { token, params: { id, userId } })
    expect((await call(app.origin, 'getCollection', { token: later, params: { id } })).status).toBe(404)
    expect((await signIn(app.origin, 'later@example.com')).user.email).toBeTruthy()
    expect((await call(app.origin, 'getCollection', { token: later, params: { id } })).status).toBe(404)

    for (const [email, message] of [
      ['nonsense', 'Please enter a valid email address'],
      ['ada@example.com', 'You own this collection'],
    ]) {
      expect(
        await call(app.origin, 'shareCollection', { token, params: { id }, body: { email } }),
      ).toMatchObject({ status: 400, fields: { email: message } })
    }
  })
})
