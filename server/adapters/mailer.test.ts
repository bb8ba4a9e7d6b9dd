import net from 'node:net'
import os from 'node:os'
import readline from 'node:readline'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { startMailCatcher, type MailCatcher } from '../../sandbox/mail/catcher.ts'
import { freePort } from '../../testing/databases/postgres.ts'
import { createMailer, MailRefused, type MailMessage, MailUncertain } from './mailer.ts'

const from = { name: 'Meet', address: 'meet@example.com' }
const message: MailMessage = {
  messageId: '<one@example.com>',
  references: null,
  date: Date.parse('2027-01-04T13:00:00Z'),
  to: { name: 'Bob, "the" Ünlü', address: 'bob@example.com' },
  replyTo: { name: 'Maya', address: 'maya@example.com' },
  subject: 'Größe — 🎉',
  text: 'Hello',
  html: '<p>Hello</p>',
  pictures: [],
  calendar: null,
  unsubscribe: null,
}

let catcher: MailCatcher
beforeEach(async () => {
  catcher = await startMailCatcher(':memory:')
})
afterEach(() => catcher.close())

/** For servers that stay silent. Others may respond later than this on a busy machine. */
const impatient = { connectMs: 300, idleMs: 300 }

const failure = (change: Partial<MailMessage> = {}, url = catcher.smtpUrl, limits = {}) =>
  createMailer({ url, from, ...limits })
    .send({ ...message, ...change })
    .then(
      () => null,
      (error: Error) => error,
    )

test('an email arrives as written', async () => {
  expect(await failure()).toBeNull()
  const [mail] = catcher.store.list()
  expect(mail).toMatchObject({
    from: 'Meet <meet@example.com>',
    to: ['bob@example.com'],
    subject: message.subject,
    text: 'Hello\n',
    messageId: message.messageId,
    date: '2027-01-04T13:00:00.000Z',
    attachments: [],
  })
  expect(mail!.headers).toMatchObject({ 'auto-submitted': 'auto-generated' })
})

test('what looks like an encoded word isn’t decoded', async () => {
  const name = '=?utf-8?B?4oCuZXZpbA==?='
  const to = { name, address: 'bob@example.com' }
  expect(await failure({ subject: `With ${name}`, to, replyTo: to })).toBeNull()
  const [mail] = catcher.store.list()
  expect(mail!.subject).toBe('With = ?utf-8?B?4oCuZXZpbA==?=')
  expect(JSON.stringify(mail!.headers)).not.toContain('evil')
})

test("line breaks can't inject headers", async () => {
  const nasty = 'x\r\nBcc: eve@example.com\r\nX-Evil: 1'
  const change = {
    subject: nasty,
    to: { name: nasty, address: 'bob@example.com' },
    replyTo: { name: nasty, address: 'maya@example.com' },
  }
  expect(await failure(change)).toBeNull()
  const [mail, ...more] = catcher.store.list()
  expect(more).toEqual([])
  expect(mail!.to).toEqual(['bob@example.com'])
  expect(mail!.headers).not.toHaveProperty('bcc')
  expect(mail!.headers).not.toHaveProperty('x-evil')
})

test('a comma in a name or a line break in an address adds no recipient', async () => {
  await failure({ to: { name: 'a@example.com, b@example.com', address: 'bob@example.com' } })
  await failure({ to: { name: '', address: 'bob@example.com>\r\nRCPT TO:<eve@example.com' } })
  expect(catcher.store.list('eve@example.com')).toEqual([])
  expect(catcher.store.list('a@example.com')).toEqual([])
})

test('the calendar file has CRLF line ends', async () => {
  const content = 'BEGIN:VCALENDAR\r\nX:ö\r\nEND:VCALENDAR\r\n'
  await failure({ calendar: { method: 'REQUEST', content } })
  const raw = Buffer.from(catcher.store.raw(1)!).toString()
  expect(raw).toContain(Buffer.from(content).toString('base64'))
  expect(raw).toContain('Content-Type: text/calendar; charset=utf-8; method=REQUEST')
})

test('a permanently rejected address differs from a temporarily failing server', async () => {
  catcher.faults.add({ kind: 'refuse', to: null, times: 1 })
  const refused = await failure()
  expect(refused).toBeInstanceOf(MailRefused)
  expect(refused!.message).toBe('The mail server answered 550 5.1.1 to RCPT TO')
  catcher.faults.add({ kind: 'temporary', to: 'bob@example.com', times: 1 })
  const deferred = await failure()
  expect(deferred).not.toBeInstanceOf(MailRefused)
  expect(deferred!.message).toBe('The mail server answered 451 4.3.0 to RCPT TO')
  expect(deferred!.cause).toBeUndefined()
})

test.each([
  {
    name: 'closes the connection',
    answer: null,
    kind: MailUncertain,
    message: "The mail server didn't confirm the email (ECONNECTION)",
  },
  {
    name: 'is silent',
    answer: '',
    kind: MailUncertain,
    message: "The mail server didn't confirm the email (ETIMEDOUT)",
  },
  {
    name: 'goes away',
    answer: '421 4.3.2 Bye\r\n',
    kind: MailUncertain,
    message: 'The mail server answered 421 4.3.2 to DATA',
  },
  {
    name: 'is busy',
    answer: '451 4.3.0 Later\r\n',
    kind: Error,
    message: 'The mail server answered 451 4.3.0 to DATA',
  },
  {
    name: 'refuses the content',
    answer: '554 5.6.0 No\r\n',
    kind: MailRefused,
    message: 'The mail server answered 554 5.6.0 to DATA',
  },
  ...[
    '552-5.3.4 Your message exceeded our message size limits.\r\n552 5.3.4 See our website\r\n',
    '552 5.3.4 Message length exceeds administrative limit\r\n',
    '552 5.3.4 Mailbox for limit@example.com is over quota\r\n',
    '552 5.3.4 <limit@sender.quota.example>: Access denied\r\n',
  ].map((answer) => ({
    name: `says ${answer}`,
    answer,
    kind: MailRefused,
    message: 'The mail server answered 552 5.3.4 to DATA',
  })),
  {
    name: 'accepts no more today',
    answer:
      '550-5.4.5 Daily user sending limit exceeded. For more information go to\r\n550 5.4.5 our website\r\n',
    kind: Error,
    message: 'The mail server answered 550 5.4.5 to DATA',
  },
])('a server that got the whole email and $name', async ({ answer, kind, message: text }) => {
  const url = await scriptedServer((line) =>
    line === '.' ? answer : line === 'DATA' ? '354 Go on\r\n' : '250 Yes\r\n',
  )
  const error = await failure({}, url, answer === '' ? impatient : {})
  expect(error).toMatchObject({ constructor: kind, message: text })
})

test.each([
  ['RCPT', '553 5.7.1 <meet@example.com>: Sender address rejected: not owned by user maya'],
  ['RCPT', '554 5.7.1 <bob@example.com>: Relay access denied'],
  ['RCPT', '554 5.7.1 Service unavailable; Client host [192.0.2.1] blocked using zen.spamhaus.org'],
  ['RCPT', '530 5.7.0 Authentication required'],
  ['.', '554 Message rejected: Email address is not verified. These failed the check: meet@example.com'],
  ['.', '550 The from address does not match a verified Sender Identity.'],
  ['.', '554 Access denied: User `arn:aws:iam::1:user/a` is not authorized to perform `ses:SendRawEmail`'],
  ['.', '554 Message rejected: Sending paused for this account.'],
  ['.', '554 Message rejected: Sending suspended for this account. Check the inbox of its owner.'],
  ['.', '550 5.4.6 Unusual sending activity detected. Please try after sometime'],
  ['RCPT', '550 Domain example.com has exceeded the max emails per hour (101/100 (101%)) allowed.'],
  ['.', '550 5.7.1 sorry, too many emails'],
  ['.', '550 5.7.1 Unconfigured Sending Domain <example.com>'],
  ['.', '551 5.7.1 Not authorised to send from this header address'],
  ['.', '554 5.2.252 SendAsDenied; maya@example.com not allowed to send as meet@example.com'],
])('a refused sender is worth a retry at %s: %s', async (verb, answer) => {
  const url = await scriptedServer((line) =>
    line.split(' ')[0] === verb ? `${answer}\r\n` : line === 'DATA' ? '354 Go on\r\n' : '250 Yes\r\n',
  )
  expect(await failure({}, url)).toMatchObject({ constructor: Error })
})

test.each([
  '550 5.1.1 <sender@relay.example>: Recipient address rejected: User unknown in virtual mailbox table',
  '550 5.1.1 <bob@example.com>: Recipient address rejected: unverified address',
  '550 5.1.1 <bob@example.com>: Recipient address rejected: User unknown in relay recipient table',
  '550-5.1.10 Recipient address rejected: undeliverable address: host relay.example.com said\r\n550 5.1.10 Null MX',
])('a refused recipient is refused for good: %s', async (answer) => {
  const url = await scriptedServer((line) => (line.startsWith('RCPT') ? `${answer}\r\n` : '250 Yes\r\n'))
  expect(await failure({}, url)).toBeInstanceOf(MailRefused)
})

test.each([
  ['3f2a1b4c5d6e', 'meet.example.com', '', 'meet.example.com'],
  ['web1.example.net', 'meet.example.com', '', 'web1.example.net'],
  ['3f2a1b4c5d6e', 'meet.example.com', '?name=other.example', 'other.example'],
  ['3f2a1b4c5d6e', 'xn--bcher-kva.xn--p1ai', '', 'xn--bcher-kva.xn--p1ai'],
  ...['localhost', 'intranet', '192.0.2.1', '[2001:db8::1]'].map((host) => [
    '3f2a1b4c5d6e',
    host,
    '',
    '[127.0.0.1]',
  ]),
])('the machine %s with PUBLIC_URL at %s%s greets as %s', async (machine, hostName, query, greeting) => {
  vi.spyOn(os, 'hostname').mockReturnValue(machine)
  onTestFinished(() => void vi.restoreAllMocks())
  const lines: string[] = []
  const url = await scriptedServer((line) => (lines.push(line) > 1 ? null : '250 Yes\r\n'))
  await failure({}, url + query, { hostName })
  expect(lines[0]).toBe(`EHLO ${greeting}`)
})

test.each(['MAIL', 'RCPT', 'DATA'])('an email cut off at %s was certainly not accepted', async (verb) => {
  const url = await scriptedServer((line) => (line.startsWith(verb) ? null : '250 Yes\r\n'))
  const error = await failure({}, url)
  expect(error).toMatchObject({
    constructor: Error,
    message: 'Connecting to the mail server failed (ECONNECTION)',
  })
})

test('gives up on a missing or silent server', async () => {
  const gone = await failure({}, `smtp://127.0.0.1:${await freePort()}`)
  expect(gone!.message).toBe('Connecting to the mail server failed (ECONNREFUSED)')
  const { smtpUrl } = catcher
  catcher.faults.add({ kind: 'hang', to: null, times: 1 })
  expect((await failure({}, smtpUrl, impatient))!.message).toBe(
    'Connecting to the mail server failed (ETIMEDOUT)',
  )
  // In the middle of an email.
  catcher.faults.add({ kind: 'hang', to: 'bob@example.com', times: 1 })
  expect((await failure({}, smtpUrl, impatient))!.message).toBe(
    'Connecting to the mail server failed (ETIMEDOUT)',
  )
})

test('gives up on a server that stalls with slow responses', async () => {
  const server = net.createServer((socket) => {
    socket.on('error', () => {})
    const talk = setInterval(() => socket.write('220-wait\r\n'), 50)
    socket.on('close', () => clearInterval(talk))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const { port } = server.address() as net.AddressInfo
  const mailer = createMailer({ url: `smtp://127.0.0.1:${port}`, from, totalMs: 500 })
  await expect(mailer.send(message)).rejects.toThrow('Connecting to the mail server failed')
})

test("a password isn't sent to another machine unencrypted", async () => {
  const spoken: string[] = []
  const server = net.createServer((socket) => {
    socket.on('error', () => {})
    socket.on('data', (data) => {
      spoken.push(String(data))
      const answers: Record<string, string> = { EHLO: '250-there\r\n250 AUTH PLAIN', STARTTLS: '502 No' }
      socket.write(`${answers[String(data).split(/\s/)[0]!] ?? '250 Yes'}\r\n`)
    })
    socket.write('220 there\r\n')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const { port } = server.address() as net.AddressInfo
  // This machine under an address that doesn't look like it.
  const there = `[::ffff:127.0.0.1]:${port}`
  const error = await failure({}, `smtp://me:secret@${there}`)
  expect(error!.message).toBe('The mail server answered 502 to STARTTLS')
  expect(spoken.join('')).toContain('EHLO')
  expect(spoken.join('')).not.toContain('AUTH')
  await failure({}, `smtp://me:secret@${there}?ignoreTLS=true`)
  expect(spoken.join('')).toContain('AUTH PLAIN')
})

/** A mail server that answers each line outside of an email; null closes the connection. */
async function scriptedServer(answerTo: (line: string) => string | null): Promise<string> {
  const server = net.createServer((socket) => {
    let isContent = false
    socket.on('error', () => {})
    readline.createInterface({ input: socket }).on('line', (line) => {
      if (isContent && line !== '.') return
      const answer = answerTo(line)
      if (answer === null) socket.destroy()
      else socket.write(answer)
      isContent = line === 'DATA'
    })
    socket.write('220 there\r\n')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return `smtp://127.0.0.1:${(server.address() as net.AddressInfo).port}`
}
