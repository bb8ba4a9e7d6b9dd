import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { calendarOf, listAll, startSandbox } from '../test-client.ts'
import type { RunningSandbox } from '../test-client.ts'

const WEEK = '2026-03-02'

let sandbox: RunningSandbox
let email = ''
let people = 0
beforeAll(async () => {
  sandbox = await startSandbox({ now: () => Date.parse('2026-03-04T12:00:00Z') })
})
beforeEach(() => {
  email = `week${++people}@example.com`
})
afterAll(() => sandbox.app.close())

function address(path = '', week = WEEK): string {
  return `${sandbox.issuer}/ui${path}?${new URLSearchParams({ email, week }).toString()}`
}

async function show(week = WEEK): Promise<string> {
  return (await fetch(address('', week))).text()
}

async function post(path: string, form: Record<string, string>): Promise<Response> {
  return fetch(address(path), { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' })
}

async function add(form: Record<string, string>): Promise<Response> {
  return post('', { title: 'Lunch', start: '2026-03-03T12:00', end: '2026-03-03T13:00', ...form })
}

async function items(timeMax = '2026-04-01T00:00:00Z') {
  const client = await calendarOf(sandbox, email)
  return (await listAll(client, { singleEvents: true, timeMax })).items
}

describe('the week page', () => {
  it('shows anyone’s empty calendars without storing anything', async () => {
    const page = await fetch(address())
    expect(page.status).toBe(200)
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(await page.text()).toContain('Week of March 2, 2026')
    expect((await fetch(`${sandbox.issuer}/ui`)).status).toBe(200)
    expect((await fetch(`${sandbox.issuer}/ui?email=nobody`)).status).toBe(400)
  })

  it("adds an entry in its calendar's zone and deletes it", async () => {
    const answer = await add({})
    expect([answer.status, answer.headers.get('location')]).toEqual([
      303,
      `/sandbox/google/ui?email=${encodeURIComponent(email)}&week=2026-03-03`,
    ])
    const [entry] = await items()
    expect(entry).toMatchObject({
      summary: 'Lunch',
      start: { dateTime: '2026-03-03T12:00:00-05:00', timeZone: 'America/New_York' },
    })
    expect(await show()).toContain('12:00–13:00')
    expect(await show('2026-03-09')).not.toContain('Lunch')
    const remove = () => post('/delete', { calendar: email, id: entry!.id! })
    expect((await remove()).status).toBe(303)
    expect((await remove()).status).toBe(303)
    expect(await items()).toEqual([])
    expect(await show()).not.toContain('Lunch')
  })

  it('escapes its content', async () => {
    await add({ title: `<script>alert('x')</script>"&` })
    const page = await show()
    expect(page).not.toContain('<script')
    expect(page).toContain('&#60;script&#62;alert(&#39;x&#39;)&#60;/script&#62;&#34;&#38;')
  })

  it('adds every kind of entry', async () => {
    await add({ title: 'Free', show: 'free' })
    await add({ title: 'Home', kind: 'workingLocation', allDay: 'on' })
    await add({ title: 'Away', kind: 'outOfOffice' })
    await add({ title: 'No', declined: 'on' })
    await add({ title: 'Weekly', repeat: 'RRULE:FREQ=WEEKLY' })
    const made = new Map((await items('2026-03-11T00:00:00Z')).map((item) => [item.summary, item]))
    expect(made.get('Free')).toMatchObject({ transparency: 'transparent' })
    expect(made.get('Home')).toMatchObject({
      eventType: 'workingLocation',
      start: { date: '2026-03-03' },
      end: { date: '2026-03-04' },
    })
    expect(made.get('Away')).toMatchObject({ eventType: 'outOfOffice' })
    expect(made.get('No')).toMatchObject({ attendees: [{ email, self: true, responseStatus: 'declined' }] })
    expect(made.get('Weekly')).toMatchObject({ recurringEventId: expect.any(String) })
    expect(await show('2026-03-09')).toContain('Delete every Weekly')
  })

  it('shows what is wrong with an entry and keeps the form', async () => {
    const answer = await add({ title: 'Back in time', end: '2026-03-03T11:00' })
    expect(answer.status).toBe(400)
    const page = await answer.text()
    expect(page).toContain('The specified time range is empty.')
    expect(page).toContain('value="Back in time"')
  })

  it("changes a calendar's zone", async () => {
    await add({})
    await post('/time-zone', { calendar: email, timeZone: 'Europe/Berlin' })
    expect(await show()).toContain('18:00–19:00')
    await add({ title: 'Frühstück', start: '2026-03-04T08:00', end: '2026-03-04T09:00' })
    const breakfast = (await items()).find(({ summary }) => summary === 'Frühstück')
    expect(breakfast!.start).toEqual({ dateTime: '2026-03-04T08:00:00+01:00', timeZone: 'Europe/Berlin' })
    expect((await post('/time-zone', { calendar: email, timeZone: 'Mars/Base' })).status).toBe(400)
    expect((await post('/time-zone', { calendar: 'x@example.com', timeZone: 'UTC' })).status).toBe(400)
  })

  it('shows an entry across midnight on both days', async () => {
    await add({ title: 'Night shift', start: '2026-03-03T22:00', end: '2026-03-04T06:00' })
    expect((await show()).split('<strong>Night shift').length - 1).toBe(2)
  })
})
