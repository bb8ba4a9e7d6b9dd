import { beforeEach, describe, expect, test } from 'vitest'
import { DAY } from '../../../availability/units.ts'
import type { Event } from '../../../contract/events/event.schema.ts'
import { maxNames, nameMessages } from '../../../contract/events/readable-links.ts'
import { setUpApp } from '../../../testing/server/set-up-app.ts'
import { call, ok, signIn, START_OF_TESTS } from '../../../testing/server/test-app.ts'

describe('readable links', () => {
  const app = setUpApp()
  let token: string
  let event: Event
  let number = 0
  /** A handle that no test before had. */
  let maya: string
  beforeEach(async () => {
    app.clock.now = START_OF_TESTS
    maya = `maya-${++number}`
    token = await signInAgain()
    event = await create('Intro call')
  })
  const signInAgain = async () =>
    (await signIn(app.origin, `${maya}@example.com`, { name: 'Maya Lindqvist' })).sessionToken
  const create = (title: string) => ok(app.origin, 'createEvent', { token, body: { title } })
  const name = (handle: string | null, as = token, { id } = event) =>
    call(app.origin, 'updateEventAddress', { token: as, params: { id }, body: { handle } })
  const address = (body: object, { id }: Event = event, as = token) =>
    call(app.origin, 'updateEventAddress', { token: as, params: { id }, body })
  const open = async (path: string) => {
    const response = await fetch(app.origin + path, {
      redirect: 'manual',
      headers: { accept: 'text/html' },
    })
    const html = await response.text()
    const title = /<title>(.*?)<\/title>/.exec(html)?.[1]
    return { status: response.status, title, location: response.headers.get('location'), html }
  }
  const booking = { status: 200, title: 'Intro call with Maya Lindqvist' }
  const stranger = async (who = 'eve') => (await signIn(app.origin, `${who}@example.com`)).sessionToken
  /** The same by somebody else, with an event of theirs. */
  const nameOther = async (handle: string | null, who = 'eve') => {
    const as = await stranger(who)
    const own = await ok(app.origin, 'createEvent', { token: as, body: { title: 'Other' } })
    return name(handle, as, own)
  }

  test('lead to the booking page once both names are set', async () => {
    expect(event.publicPath).toBe(`/book/${event.bookingUrlId}`)
    expect(await ok(app.origin, 'getHandle', { token })).toEqual({ handle: null })
    expect((await name(`  ${maya.toUpperCase()} `)).status).toBe(200)
    expect(await ok(app.origin, 'getHandle', { token })).toEqual({ handle: maya })
    expect((await open(`/${maya}/intro-call`)).status).toBe(404)
    expect(await address({ slug: 'intro-call' })).toMatchObject({
      data: { slug: 'intro-call', isListed: false, publicPath: `/${maya}/intro-call` },
    })
    expect(await open(`/${maya}/intro-call`)).toMatchObject(booking)
    expect(await open(`/${maya.toUpperCase()}/Intro-Call?duration=30`)).toMatchObject(booking)
    expect(await open(`/book/${event.bookingUrlId}`)).toMatchObject(booking)
    expect(await ok(app.origin, 'getHandle', { token })).toEqual({ handle: maya })
    const [listed] = await ok(app.origin, 'listEvents', { token })
    expect(listed).toMatchObject({ slug: 'intro-call', publicPath: `/${maya}/intro-call` })
  })

  test('redirect from old names, at once', async () => {
    await name(maya)
    await address({ slug: 'intro-call' })
    expect(await open(`/${maya}/intro-call`)).toMatchObject(booking)
    await address({ slug: 'hello' })
    const moved = { status: 302, location: `/${maya}/hello?slot=x` }
    expect(await open(`/${maya}/intro-call?slot=x`)).toMatchObject(moved)
    await name(`${maya}-b`)
    expect(await open(`/${maya}/intro-call`)).toMatchObject({ status: 302, location: `/${maya}-b/hello` })
    expect(await open(`/${maya}/hello`)).toMatchObject({ status: 302, location: `/${maya}-b/hello` })
    expect(await open(`/${maya}-b/hello`)).toMatchObject(booking)
    // Taken back.
    await name(maya)
    expect(await open(`/${maya}-b/hello`)).toMatchObject({ status: 302, location: `/${maya}/hello` })
    await name(null)
    const unnamed = { status: 302, location: `/book/${event.bookingUrlId}` }
    expect(await open(`/${maya}/hello`)).toMatchObject(unnamed)
  })

  test('lead nobody to an event for one-off links only', async () => {
    await name(maya)
    await address({ slug: 'intro-call' })
    await address({ slug: 'hello' })
    const body = { rules: { linksOnly: true } }
    await ok(app.origin, 'updateEvent', { token, params: { id: event.id }, body })
    const search = '?for=somebody'
    const unknown = await open(`/${maya}/nothing${search}`)
    expect(unknown.status).toBe(404)
    expect(await open(`/${maya}/intro-call${search}`)).toEqual(unknown)
    expect(await open(`/${maya}/hello${search}`)).toEqual(unknown)
    const own = await fetch(`${app.origin}/${maya}/intro-call${search}`, {
      headers: { authorization: `Bearer ${token}` },
    })
    expect([own.status, own.url]).toEqual([200, `${app.origin}/${maya}/hello${search}`])
  })

  test('have handles that one host has at a time, and keeps for a year', async () => {
    await name(maya)
    await address({ slug: 'intro-call' })
    const taken = { status: 400, fields: { handle: nameMessages.handleTaken } }
    expect(await nameOther(maya)).toMatchObject(taken)
    await name(`${maya}-b`)
    app.clock.now += 365 * DAY
    expect(await nameOther(maya)).toMatchObject(taken)
    expect((await open(`/${maya}/intro-call`)).status).toBe(302)
    app.clock.now += 1
    expect(await nameOther(maya)).toMatchObject({ status: 200 })
    expect((await open(`/${maya}/intro-call`)).status).toBe(404)
    // What was refused took nothing away.
    token = await signInAgain()
    expect(await name(maya)).toMatchObject(taken)
    expect(await ok(app.origin, 'getHandle', { token })).toEqual({ handle: `${maya}-b` })
    await nameOther(null)
  })

  test('give a handle to one of several hosts who want it at the same time', async () => {
    const replies = await Promise.all([1, 2, 3, 4].map((n) => nameOther(`wanted-${number}`, `wants${n}`)))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(replies.filter(({ status }) => status === 400)).toHaveLength(3)
  })

  test('have slugs that one event has at a time', async () => {
    const other = await create('Other')
    await address({ slug: 'talk' })
    const taken = { status: 400, fields: { slug: nameMessages.slugTaken('Intro call') } }
    expect(await address({ slug: 'talk' }, other)).toMatchObject(taken)
    await address({ slug: 'talk-2' })
    const kept = { status: 400, fields: { slug: nameMessages.slugKept('Intro call') } }
    expect(await address({ slug: 'talk' }, other)).toMatchObject(kept)
    app.clock.now += 365 * DAY + 1
    token = await signInAgain()
    expect(await address({ slug: 'talk' }, other)).toMatchObject({ status: 200 })
    // The slug of a deleted event is free, and the event can be restored without it.
    const restore = { token, params: { id: other.id }, body: { isDeleted: false } }
    await ok(app.origin, 'deleteEvent', { token, params: { id: other.id } })
    expect(await address({ slug: 'talk' })).toMatchObject({ status: 200, data: { slug: 'talk' } })
    expect(await ok(app.origin, 'updateEvent', restore)).toMatchObject({ slug: null })
  })

  test('can be changed a limited number of times', async () => {
    for (let n = 0; n < maxNames.handles; n++) expect((await name(`${maya}-${n}`)).status).toBe(200)
    const tooMany = { status: 400, fields: { handle: nameMessages.tooManyHandles } }
    expect(await name(`${maya}-more`)).toMatchObject(tooMany)
    expect(await name(`${maya}-0`)).toMatchObject({ status: 200 })
    for (let n = 0; n < maxNames.slugs; n++) expect((await address({ slug: `talk-${n}` })).status).toBe(200)
    const tooManySlugs = { status: 400, fields: { slug: nameMessages.tooManySlugs } }
    expect(await address({ slug: 'one-more' })).toMatchObject(tooManySlugs)
    expect(await address({ slug: 'talk-0' })).toMatchObject({ status: 200 })
  })

  test('are changed as a whole or not at all', async () => {
    await address({ slug: 'talk' }, await create('Other'))
    expect((await address({ handle: maya, slug: 'talk' })).status).toBe(400)
    expect(await ok(app.origin, 'getHandle', { token })).toEqual({ handle: null })
    expect((await address({ handle: 'api', slug: 'hello' })).status).toBe(400)
    expect((await ok(app.origin, 'getEvent', { token, params: { id: event.id } })).slug).toBeNull()
  })

  test('refuse names that can’t be used, and other people', async () => {
    for (const handle of ['ab', 'a b', '-ab', 'events', 'x'.repeat(41), 7])
      expect(await name(handle as string)).toMatchObject({ status: 400, code: 'validation_failed' })
    expect(await address({ slug: 'a/b' })).toMatchObject({ fields: { slug: nameMessages.shape } })
    expect(await name(maya, '')).toMatchObject({ status: 401 })
    expect(await address({ slug: 'talk' }, event, await stranger())).toMatchObject({ status: 404 })
    expect(await address({}, { ...event, id: 'no-id' })).toMatchObject({ status: 404 })
  })

  test('lead nowhere once the event is deleted, paused or for one-off links only', async () => {
    await name(maya)
    await address({ slug: 'intro-call' })
    const path = `/${maya}/intro-call`
    const update = (body: object) => ok(app.origin, 'updateEvent', { token, params: { id: event.id }, body })
    expect(await open(path)).toMatchObject(booking)
    await update({ isEnabled: false })
    expect((await open(path)).status).toBe(403)
    await update({ isEnabled: true, rules: { linksOnly: true } })
    expect((await open(path)).status).toBe(404)
    await update({ rules: { linksOnly: false } })
    expect(await open(path)).toMatchObject(booking)
    await ok(app.origin, 'deleteEvent', { token, params: { id: event.id } })
    expect((await open(path)).status).toBe(404)
  })

  test('have a page with the events that the host lists', async () => {
    await name(maya)
    await address({ slug: 'intro-call' })
    const page = () => open(`/${maya}`)
    const unknown = await open(`/nobody-${number}`)
    expect(unknown.status).toBe(404)
    expect(await page()).toMatchObject({ status: 404, html: unknown.html })
    await address({ isListed: true })
    const other = await create('Unnamed')
    await address({ isListed: true }, other)
    const found = await page()
    expect(found).toMatchObject({ status: 200, title: 'Maya Lindqvist: book a time' })
    const links = [...found.html.matchAll(/href="(\/(?:book|maya)[^"]*)"/g)].map(([, path]) => path)
    expect(new Set(links)).toEqual(new Set([`/book/${other.bookingUrlId}`, `/${maya}/intro-call`]))
    expect(found.html).not.toContain('example.com')
    await address({ isListed: false }, other)
    await ok(app.origin, 'updateEvent', { token, params: { id: event.id }, body: { isEnabled: false } })
    expect((await page()).status).toBe(404)
    await address({ isListed: true }, other)
    await name(`${maya}-b`)
    expect(await page()).toMatchObject({ status: 302, location: `/${maya}-b` })
  })

  test('leave the answer to other unknown paths as it was', async () => {
    for (const path of ['/nobody', '/nobody/nothing', '/no.body', '/a/b/c'])
      expect((await open(path)).status).toBe(404)
    const plain = await fetch(`${app.origin}/nobody/nothing`, { headers: { accept: 'application/json' } })
    expect(plain.status).toBe(404)
  })
})
