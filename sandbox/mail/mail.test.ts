import { mkdtempSync, rmSync } from 'node:fs'
import net from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import fastify from 'fastify'
import { createTransport, type SendMailOptions } from 'nodemailer'
import { expect, it, onTestFinished } from 'vitest'
import { startMailCatcher } from './catcher.ts'
import { sandboxMail } from './plugin.ts'
import type { CaughtMail } from './store.ts'

async function start(dataFile = ':memory:') {
  const catcher = await startMailCatcher(dataFile)
  const app = fastify({ forceCloseConnections: true })
  await app.register(sandboxMail, { catcher })
  const origin = await app.listen({ port: 0, host: '127.0.0.1' })
  const send = (mail: SendMailOptions, limits?: { socketTimeout: number; greetingTimeout: number }) =>
    createTransport({ url: catcher.smtpUrl, ...limits }).sendMail({
      from: 'Boomtime <no-reply@example.com>',
      to: 'Bob <bob@example.com>',
      subject: 'Hello',
      text: 'Text',
      ...mail,
    })
  const get = (address: string) => fetch(`${origin}/sandbox/mail${address}`)
  const list = async (query = '') => (await (await get(`.json${query}`)).json()) as CaughtMail[]
  const fault = async (body: unknown) =>
    (
      await fetch(`${origin}/sandbox/mail/faults`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
    ).status
  return { app, origin, catcher, send, get, list, fault }
}
const started = async (dataFile?: string) => {
  const sandbox = await start(dataFile)
  onTestFinished(() => sandbox.app.close())
  return sandbox
}

it('stores emails, newest first, and returns them as JSON', async () => {
  const { send, list } = await started()
  await send({ messageId: '<1@example.com>', date: new Date('2027-01-04T13:00:00Z') })
  await send({
    to: ['Ann <ANN@example.com>', 'cy@example.com'],
    bcc: 'hidden@example.com',
    subject: 'Grüße 🎉, and more',
    html: '<p>HTML</p>',
    headers: { 'X-Two': ['a', 'b'] },
    icalEvent: { method: 'REQUEST', content: 'BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n' },
    attachments: [{ filename: 'picture.png', content: Buffer.from([0, 255, 1]) }],
  })
  const [second, first, ...more] = await list()
  expect(more).toEqual([])
  expect(first).toMatchObject({
    from: 'Boomtime <no-reply@example.com>',
    to: ['bob@example.com'],
    subject: 'Hello',
    text: 'Text\n',
    html: '',
    messageId: '<1@example.com>',
    date: '2027-01-04T13:00:00.000Z',
    attachments: [],
  })
  expect(second).toMatchObject({
    subject: 'Grüße 🎉, and more',
    to: ['ANN@example.com', 'cy@example.com', 'hidden@example.com'],
    headers: { 'x-two': 'a\nb' },
    attachments: [
      { contentType: 'text/calendar', method: 'REQUEST', content: 'BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n' },
      { contentType: 'image/png', filename: 'picture.png', encoding: 'base64', content: 'AP8B' },
      { contentType: 'application/ics', filename: 'invite.ics', encoding: 'utf8' },
    ],
  })
  expect((await list('?to=ann%40EXAMPLE.com')).map(({ id }) => id)).toEqual([second!.id])
  expect(await list('?to=nobody%40example.com')).toEqual([])
})

it('shows emails without running anything in them', async () => {
  const { send, get, list } = await started()
  await send({
    subject: '<script>alert(1)</script>',
    text: 'Plain <b>text</b>',
    html: '<html><head></head><body><img src="cid:logo"><script>alert(1)</script></body></html>',
    attachments: [
      { cid: 'logo', filename: 'logo.png', content: Buffer.from('x') },
      { filename: 'evil".html', content: '<script>alert(1)</script>' },
    ],
  })
  const [{ id }] = (await list()) as [CaughtMail]
  for (const address of ['', `/${id}`, `/${id}?view=text`, `/${id}?view=headers`]) {
    const page = await get(address)
    expect(page.status).toBe(200)
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(await page.text()).not.toMatch(/<script>|<b>text/)
  }
  expect(await (await get(`/${id}?view=text`)).text()).toContain('Plain &#60;b&#62;text')
  const frame = await get(`/${id}/html`)
  const policy = frame.headers.get('content-security-policy')!
  expect(policy).toContain("default-src 'none'")
  expect(policy).toMatch(/sandbox(?!.*allow-scripts)(?!.*allow-same-origin)/)
  expect(await frame.text()).toContain('src="data:image/png;base64,eA=="')
  const part = await get(`/${id}/parts/1`)
  expect(part.headers.get('content-disposition')).toBe('attachment; filename="evil_.html"')
  expect(part.headers.get('content-security-policy')).toContain('sandbox')
  expect(await (await get(`/${id}/raw`)).text()).toContain('Subject: <script>')
  for (const address of ['/999', '/999/html', '/999/raw', `/${id}/parts/9`, '/x']) {
    expect([address, (await get(address)).status]).toEqual([address, 404])
  }
})

it('caught emails survive a restart', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'sandbox-mail-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const dataFile = path.join(folder, 'deeper', 'mail.db')
  const before = await start(dataFile)
  await before.send({ subject: 'Kept' })
  await before.app.close()
  const after = await started(dataFile)
  expect((await after.list()).map(({ subject }) => subject)).toEqual(['Kept'])
  await after.send({ subject: 'Newer' })
  expect((await after.list()).map(({ subject }) => subject)).toEqual(['Newer', 'Kept'])
  await fetch(`${after.origin}/sandbox/mail`, { method: 'DELETE' })
  expect(await after.list()).toEqual([])
})

it('listens only on this machine', async () => {
  const { catcher } = await started()
  expect(new URL(catcher.smtpUrl).hostname).toBe('127.0.0.1')
})

it('fails as requested: permanently, temporarily, without a response, or after accepting the email', async () => {
  const { send, list, fault, origin } = await started()
  expect(await fault({ kind: 'refuse', to: 'BOB@example.com' })).toBe(201)
  await expect(send({})).rejects.toMatchObject({ responseCode: 550 })
  await send({ to: 'ann@example.com' })
  await fetch(`${origin}/sandbox/mail/faults`, { method: 'DELETE' })
  await fault({ kind: 'temporary', times: 1 })
  await expect(send({})).rejects.toMatchObject({ responseCode: 421 })
  await fault({ kind: 'temporary', to: 'bob@example.com', times: 1 })
  await expect(send({})).rejects.toMatchObject({ responseCode: 451 })
  await fault({ kind: 'hang', times: 1 })
  await expect(send({}, { socketTimeout: 300, greetingTimeout: 300 })).rejects.toMatchObject({
    code: 'ETIMEDOUT',
  })
  expect(await list('?to=bob@example.com')).toEqual([])
  await fault({ kind: 'lost_response', times: 1 })
  await expect(send({})).rejects.toMatchObject({ code: 'ECONNECTION' })
  expect(await list('?to=bob@example.com')).toHaveLength(1)
  await send({})
  expect(await list('?to=bob@example.com')).toHaveLength(2)
})

it.each([null, [], { kind: 'flood' }, { kind: 'refuse', to: 1 }, { kind: 'refuse', times: -1 }])(
  'rejects the fault %j',
  async (fault) => {
    const sandbox = await started()
    expect(await sandbox.fault(fault)).toBe(400)
  },
)

it('stops while an idle client is connected', async () => {
  const { app, catcher } = await start()
  const socket = net.connect(Number(new URL(catcher.smtpUrl).port), '127.0.0.1')
  socket.on('error', () => {})
  await new Promise((resolve) => socket.once('data', resolve))
  const closed = new Promise((resolve) => socket.once('close', () => resolve('closed')))
  await app.close()
  expect(await closed).toBe('closed')
})
