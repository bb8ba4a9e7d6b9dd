import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { HOUR } from '../../../availability/units.ts'
import type { Event } from '../../../contract/events/event.schema.ts'
import type { EventLink, EventLinkInput } from '../../../contract/events/one-off-links.schema.ts'
import { eventLinkMessages } from '../../../contract/events/one-off-links.ts'
import { ruleMessages } from '../../../contract/events/event-rules.ts'
import { quotaMessages, quotas } from '../../../contract/account/quotas.ts'
import { setUpApp } from '../../../testing/server/set-up-app.ts'
import { call, ok, signIn, START_OF_TESTS } from '../../../testing/server/test-app.ts'
import { eventLinks } from '../../db/tables/event-links.ts'

const iso = (at: number) => new Date(at).toISOString()

describe('one-off links', () => {
  const app = setUpApp()
  let token: string
  let event: Event
  let round = 0
  beforeEach(async () => {
    app.clock.now = START_OF_TESTS
    token = (await signIn(app.origin, `ada${++round}@example.com`, { name: 'Ada Byron' })).sessionToken
    const body = { title: 'Secret plan', duration: 30, rules: { durations: [15, 60] } }
    event = await ok(app.origin, 'createEvent', { token, body })
  })

  const params = () => ({ id: event.id })
  const create = (body: EventLinkInput = {}, idempotencyKey?: string) =>
    call(app.origin, 'createEventLink', {
      token,
      params: params(),
      body,
      ...(idempotencyKey !== undefined && { headers: { 'idempotency-key': idempotencyKey } }),
    })
  const created = (body: EventLinkInput = {}) =>
    ok(app.origin, 'createEventLink', { token, params: params(), body })
  const list = () => ok(app.origin, 'listEventLinks', { token, params: params() })
  const remove = (link: EventLink, by = token) =>
    call(app.origin, 'deleteEventLink', { token: by, params: { id: event.id, linkId: link.id } })
  const book = (bookingUrlId: string, startUTC: string, more: object = {}) =>
    call(app.origin, 'createBooking', {
      query: { bookingUrlId },
      body: { fullName: 'Bob', email: 'bob@example.com', startUTC, ...more },
    })
  const booked = (bookingUrlId: string, startUTC: string) =>
    ok(app.origin, 'createBooking', {
      query: { bookingUrlId },
      body: { fullName: 'Bob', email: 'bob@example.com', startUTC },
    })
  const slots = async (query: { bookingUrlId?: string; duration?: string } = {}) => {
    const days = { dateFrom: '2027-01-04', dateTo: '2027-01-08', timezone: 'UTC' }
    return ok(app.origin, 'listSlots', { params: params(), query: { ...days, ...query } })
  }

  test('can be used once and don’t expire unless the host says so', async () => {
    const link = await created()
    expect(link).toEqual({
      id: expect.any(String),
      name: '',
      // 128 random bits.
      bookingUrlId: expect.stringMatching(/^link_[\w-]{22}$/),
      expiresAt: null,
      maxUses: 1,
      uses: 0,
      rules: {},
      createdAt: iso(START_OF_TESTS),
    })
    app.clock.now += HOUR
    const other = await created({ name: ' For Bob ', maxUses: null, expiresAt: iso(app.clock.now + HOUR) })
    expect(other).toMatchObject({ name: 'For Bob', maxUses: null, expiresAt: iso(app.clock.now + HOUR) })
    expect(await list()).toEqual([other, link])
  })

  test('are refused with a reason for each value', async () => {
    const refusal = async (body: object) => (await create(body)) as { fields?: Record<string, string> }
    for (const maxUses of [0, 1001, 1.5, '2']) {
      expect((await refusal({ maxUses })).fields).toEqual({ maxUses: eventLinkMessages.uses })
    }
    expect((await refusal({ expiresAt: iso(START_OF_TESTS) })).fields).toEqual({
      expiresAt: eventLinkMessages.past,
    })
    expect((await refusal({ rules: { durations: [45] } })).fields).toEqual({
      'rules.durations': ruleMessages.notOffered,
    })
    expect((await refusal({ rules: { minimumNotice: -1 } })).fields).toEqual({
      'rules.minimumNotice': ruleMessages.notice,
    })
    expect(await list()).toEqual([])
  })

  test('are created once by repeated requests, also at the same time', async () => {
    const answers = await Promise.all([create({ name: 'A' }, 'key'), create({ name: 'A' }, 'key')])
    expect(answers[0]).toMatchObject({ status: 201, data: { name: 'A' } })
    expect(answers[1]).toMatchObject({ status: 201, data: (answers[0] as { data: object }).data })
    expect(await list()).toHaveLength(1)
    expect(await create({ name: 'B' }, 'key')).toMatchObject({ code: 'idempotency_key_reused' })
  })

  test('are counted by a quota, also when two are created at once', async () => {
    await created()
    const [row] = await app.db.select().from(eventLinks).where(eq(eventLinks.eventId, event.id))
    await app.db.insert(eventLinks).values(
      Array.from({ length: quotas.eventLinks - 2 }, (_, at) => ({
        ...row!,
        id: crypto.randomUUID(),
        token: `${round}-${at}`,
      })),
    )
    const answers = await Promise.all([create(), create()])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 403])
    expect(answers).toContainEqual(expect.objectContaining({ error: quotaMessages.eventLinks }))
    // Or a host could store any number of them in a day.
    await remove(answers.find((answer) => answer.success)!.data)
    expect(await create()).toMatchObject({ error: quotaMessages.eventLinks })
  })

  test('a link for one booking is used once by two requests at the same time', async () => {
    const { bookingUrlId } = await created()
    const answers = await Promise.all(
      ['2027-01-04T15:00:00Z', '2027-01-04T16:00:00Z', '2027-01-04T17:00:00Z'].map((start) =>
        book(bookingUrlId, start),
      ),
    )
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 403, 403])
    for (const answer of answers.filter(({ status }) => status === 403)) {
      expect(answer).toMatchObject({ code: 'link_used_up' })
    }
    expect(await list()).toMatchObject([{ uses: 1 }])
    expect(await call(app.origin, 'getPublicEvent', { params: { bookingUrlId } })).toMatchObject({
      status: 403,
      code: 'link_used_up',
    })
  })

  test('a repeated request books once and gets the same answer, although the link is used up', async () => {
    const { bookingUrlId } = await created()
    const attempt = () =>
      call(app.origin, 'createBooking', {
        query: { bookingUrlId },
        body: { fullName: 'Bob', email: 'bob@example.com', startUTC: startOfUse },
        headers: { 'idempotency-key': 'attempt' },
      })
    const [first, second] = await Promise.all([attempt(), attempt()])
    expect([first, second, await attempt()].map(({ status }) => status)).toEqual([201, 201, 201])
    expect(second).toMatchObject({ data: first.success && first.data })
    expect(await attempt()).toMatchObject({ data: first.success && first.data })
    expect(await list()).toMatchObject([{ uses: 1 }])
  })

  test('a refused booking uses nothing', async () => {
    const { bookingUrlId } = await created()
    await ok(app.origin, 'createBooking', {
      query: { bookingUrlId: event.bookingUrlId },
      body: { fullName: 'Eve', email: 'eve@example.com', startUTC: '2027-01-04T15:00:00Z' },
    })
    expect(await book(bookingUrlId, '2027-01-04T15:00:00Z')).toMatchObject({ code: 'slot_not_found' })
    expect((await book(bookingUrlId, '2027-01-04T16:00:00Z')).status).toBe(201)
  })

  describe('a canceled booking', () => {
    const cancel = (id: string, by?: string) =>
      call(app.origin, 'cancelBooking', {
        params: { id },
        body: by
          ? { cancellationReason: 'Ill' }
          : { cancellationReason: 'Ill', canceledBy: 'invitee', canceledVia: 'confirmationPage' },
        ...(by && { token: by }),
      })

    test('gives its use back once, also when it is canceled twice at once', async () => {
      const { bookingUrlId } = await created({ maxUses: 2 })
      const { id } = await booked(bookingUrlId, startOfUse)
      await booked(bookingUrlId, '2027-01-04T16:00:00Z')
      expect(await book(bookingUrlId, '2027-01-04T17:00:00Z')).toMatchObject({ code: 'link_used_up' })
      const { bookings: found } = await ok(app.origin, 'listBookings', { token, query: {} })
      expect(found.map(({ isByLink }) => isByLink)).toEqual([true, true])
      const read = await ok(app.origin, 'getBooking', { token, params: { id } })
      expect(read.bookingData.isByLink).toBe(true)
      await Promise.all([cancel(id), cancel(id, token)])
      expect(await list()).toMatchObject([{ uses: 1 }])
      const answers = await Promise.all([
        book(bookingUrlId, startOfUse),
        book(bookingUrlId, '2027-01-04T17:00:00Z'),
      ])
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 403])
    })

    test('keeps its use once the meeting has started or the link has expired', async () => {
      const started = await created()
      const { id: past } = await booked(started.bookingUrlId, startOfUse)
      const expired = await created({ expiresAt: iso(START_OF_TESTS + 3 * HOUR) })
      const { id: late } = await booked(expired.bookingUrlId, '2027-01-05T15:00:00Z')
      app.clock.now += 4 * HOUR
      for (const id of [past, late]) expect((await cancel(id, token)).status).toBe(200)
      expect(await list()).toMatchObject([{ uses: 1 }, { uses: 1 }])
      for (const { bookingUrlId } of [started, expired])
        expect((await book(bookingUrlId, '2027-01-06T15:00:00Z')).success).toBe(false)
    })
  })

  test('an expired link is refused everywhere', async () => {
    const { bookingUrlId } = await created({ maxUses: null, expiresAt: iso(START_OF_TESTS + HOUR) })
    expect((await book(bookingUrlId, '2027-01-04T15:00:00Z')).status).toBe(201)
    app.clock.now += HOUR
    const refused = { status: 403, code: 'link_expired' }
    expect(await book(bookingUrlId, '2027-01-04T16:00:00Z')).toMatchObject(refused)
    const days = { dateFrom: '2027-01-04', dateTo: '2027-01-08', timezone: 'UTC' }
    const query = { ...days, bookingUrlId }
    expect(await call(app.origin, 'listSlots', { params: params(), query })).toMatchObject(refused)
  })

  test('narrow the times, and keep doing so when the booking is moved', async () => {
    const rules = { minimumNotice: 26 * 60, bookingWindow: { type: 'calendarDays' as const, days: 2 } }
    const link = await created({ rules, maxUses: 2 })
    const narrowed = await slots({ bookingUrlId: link.bookingUrlId })
    const days = (offered: typeof narrowed) => [
      ...new Set(offered.map(({ startUtc }) => startUtc.slice(0, 10))),
    ]
    expect(days(narrowed)).toEqual(['2027-01-05', '2027-01-06'])
    expect(narrowed[0]!.startUtc).toBe('2027-01-05T15:00:00.000Z')
    expect(days(await slots())).toHaveLength(5)
    expect(await book(link.bookingUrlId, '2027-01-04T16:00:00Z')).toMatchObject({ code: 'slot_not_found' })
    const { id } = await booked(link.bookingUrlId, '2027-01-06T15:00:00Z')
    const move = (startUTC: string) =>
      call(app.origin, 'updateBooking', {
        params: { id },
        body: { fullName: 'Bob', email: 'bob@example.com', startUTC },
      })
    expect(await move('2027-01-08T15:00:00Z')).toMatchObject({ code: 'slot_not_found' })
    expect((await move('2027-01-05T16:00:00Z')).status).toBe(200)
  })

  test('leave out durations', async () => {
    const { bookingUrlId } = await created({ rules: { durations: [60] } })
    const shown = await ok(app.origin, 'getPublicEvent', { params: { bookingUrlId } })
    expect(shown).toMatchObject({ duration: 60, durations: [60], bookingUrlId })
    const startUTC = '2027-01-04T15:00:00Z'
    expect(await book(bookingUrlId, startUTC, { selectedDuration: 30 })).toMatchObject({
      code: 'validation_failed',
    })
    expect((await book(bookingUrlId, startUTC)).status).toBe(201)
    expect(
      await ok(app.origin, 'getPublicEvent', { params: { bookingUrlId: event.bookingUrlId } }),
    ).toMatchObject({ duration: 30, durations: [15, 30, 60] })
  })

  test('belong to one event', async () => {
    const { bookingUrlId } = await created()
    const other = await ok(app.origin, 'createEvent', { token, body: { title: 'Talk' } })
    const days = { dateFrom: '2027-01-04', dateTo: '2027-01-08', timezone: 'UTC' }
    const query = { ...days, bookingUrlId }
    expect((await call(app.origin, 'listSlots', { params: { id: other.id }, query })).status).toBe(404)
  })

  test('a page that can’t be used any more reveals nothing of the event', async () => {
    const expired = await created({ expiresAt: iso(START_OF_TESTS + HOUR) })
    const used = await created()
    const open = async ({ bookingUrlId }: EventLink) => {
      const response = await fetch(`${app.origin}/book/${bookingUrlId}`)
      return { response, html: await response.text() }
    }
    const before = await open(used)
    expect(before.response.status).toBe(200)
    expect(before.html).toContain('Secret plan')
    expect(before.html).not.toMatch(/og:url|canonical|<style>/)
    await book(used.bookingUrlId, startOfUse)
    app.clock.now += HOUR
    for (const [link, title] of [
      [expired, 'Link Expired'],
      [used, 'Link Already Used'],
    ] as const) {
      const { response, html } = await open(link)
      expect([title, response.status]).toEqual([title, 403])
      expect(html).toContain(`<title>${title} | Boomtime</title>`)
      expect(html).toContain('Please ask for a new one.')
      expect(html).not.toMatch(/Secret plan|Ada|event_|og:|America\/New_York/)
    }
    for (const { response, html } of [before, await open(expired)]) {
      expect(response.headers.get('x-robots-tag')).toBe('noindex, nofollow')
      expect(response.headers.get('referrer-policy')).toBe('no-referrer')
      expect(html).toContain('<meta name="robots" content="noindex">')
    }
  })
})

const startOfUse = '2027-01-04T15:00:00Z'
