import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { expect, onTestFinished, test } from 'vitest'
import { createMailer } from './mailer.ts'

/** Like Debian's Postfix: it offers STARTTLS with a certificate of its own. */
async function startLocalServer(): Promise<number> {
  const server = new SMTPServer({
    disabledCommands: ['AUTH'],
    disableReverseLookup: true,
    onData: (stream, _session, done) => void stream.on('end', () => done()).resume(),
  })
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => new Promise((resolve) => server.close(() => resolve())))
  return (server.server.address() as AddressInfo).port
}

const send = (url: string) =>
  createMailer({ url, from: { name: 'Meet', address: 'meet@example.com' } }).send({
    messageId: '<one@example.com>',
    references: null,
    date: Date.parse('2027-01-04T13:00:00Z'),
    to: { name: 'Bob', address: 'bob@example.com' },
    replyTo: null,
    subject: 'Hello',
    text: 'Hello',
    html: '<p>Hello</p>',
    pictures: [],
    calendar: null,
    unsubscribe: null,
  })

test('the certificate of a mail server on this machine needs no authority, unless asked for', async () => {
  const port = await startLocalServer()
  await send(`smtp://127.0.0.1:${port}`)
  await send(`smtp://localhost:${port}`)
  const untrusted = 'Connecting to the mail server failed (CERT_HAS_EXPIRED)'
  await expect(send(`smtp://127.0.0.1:${port}?tls.rejectUnauthorized=true`)).rejects.toThrow(untrusted)
  // The same machine, under an address that doesn't look like it.
  await expect(send(`smtp://[::ffff:127.0.0.1]:${port}`)).rejects.toThrow(untrusted)
})
