import os from 'node:os'
import { createTransport } from 'nodemailer'

export interface MailAddress {
  name: string
  address: string
}

/** An email to one person. */
export interface MailMessage {
  /** In angle brackets. Every attempt uses the same id, so that duplicates can be detected. */
  messageId: string
  /** The same for all emails that belong together, in angle brackets. No email has it as its own id. */
  references: string | null
  /** Epoch milliseconds. */
  date: number
  to: MailAddress
  /** The reply address; null for the sender. */
  replyTo: MailAddress | null
  subject: string
  text: string
  html: string
  /** Pictures that the HTML references as `cid:` plus the id. */
  pictures: { cid: string; contentType: string; content: Buffer }[]
  /** For calendars: an alternative to the text, also attached for mail programs that only read files. */
  calendar: { method: 'REQUEST' | 'CANCEL'; content: string } | null
  /** The page for unsubscribing. `isOneClick`: a POST there is enough (RFC 8058). */
  unsubscribe: { url: string; isOneClick: boolean } | null
}

/** Sends emails through a mail server. */
export interface Mailer {
  from: MailAddress
  /**
   * Resolves once the server has accepted the email. Throws `MailRefused`, `MailUncertain`, or an Error if it wasn't
   * sent and a retry may help.
   */
  send(message: MailMessage): Promise<void>
}

/** The server will never accept this email. */
export class MailRefused extends Error {}

/** The server got the whole email, and didn't say whether it accepted it. */
export class MailUncertain extends Error {}

export interface MailerOptions {
  /** `smtp://` (STARTTLS if offered) or `smtps://`; the query may contain nodemailer's options. */
  url: string
  from: MailAddress
  /** How this machine greets the server if its own name isn't complete, as in a container, and this one is. */
  hostName?: string
  connectMs?: number
  idleMs?: number
  totalMs?: number
}

/** Each email uses its own connection, so none is left when the process ends. */
export function createMailer({
  url,
  from,
  hostName,
  connectMs = 10_000,
  idleMs = 30_000,
  // Shorter than a job's lock, so that no other process resends an email in progress.
  totalMs = 50_000,
}: MailerOptions): Mailer {
  const transport = createTransport({
    url,
    // Otherwise nodemailer says [127.0.0.1], which Google's relay answers with `421 Try again later`.
    name: [os.hostname(), hostName].find(isCompleteName),
    connectionTimeout: connectMs,
    greetingTimeout: connectMs,
    dnsTimeout: connectMs,
    socketTimeout: idleMs,
    socketCloseTimeout: 1000,
    requireTLS: needsEncryption(new URL(url)),
    // Nobody is in between, and Debian's Postfix has a certificate that no authority signed.
    ...(isThisMachine(new URL(url)) && { tls: { rejectUnauthorized: false } }),
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  // Nothing of an email is read before the server asks for it.
  const submitted = new WeakSet<object>()
  transport.use('stream', ({ data, message }, done) => {
    message.processFunc((content) => content.once('end', () => submitted.add(data.signal!)))
    done()
  })
  return {
    from,
    async send({ unsubscribe, calendar, pictures, date, to, replyTo, references, subject, ...message }) {
      const signal = AbortSignal.timeout(totalMs)
      try {
        await transport.sendMail({
          ...message,
          from,
          date: new Date(date),
          to: safeAddress(to),
          ...(replyTo && { replyTo: safeAddress(replyTo) }),
          ...(references && { references }),
          subject: withoutEncodedWords(subject),
          headers: {
            // Tells auto-responders not to reply.
            'Auto-Submitted': 'auto-generated',
            'X-Auto-Response-Suppress': 'All',
            ...(unsubscribe?.isOneClick && { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
          },
          ...(unsubscribe && { list: { unsubscribe: unsubscribe.url } }),
          ...(calendar && { icalEvent: { filename: 'invite.ics', ...calendar } }),
          attachments: pictures.map((picture) => ({
            ...picture,
            filename: `${picture.cid}.${picture.contentType.split('/')[1]}`,
            contentDisposition: 'inline' as const,
          })),
          signal,
        })
      } catch (error) {
        throw failureOf(error, submitted.has(signal))
      }
    },
  }
}

/**
 * Mail programs decode what looks like an encoded word (RFC 2047). Somebody whose name is one could make them show
 * characters that names can't have.
 */
const withoutEncodedWords = (text: string) => text.replaceAll(/=\?(?=[^\s?]+\?)/g, '= ?')

const safeAddress = ({ name, address }: MailAddress): MailAddress => ({
  name: withoutEncodedWords(name),
  address,
})

/** Servers refuse `EHLO` with `localhost` or an IP address without its brackets. */
const isCompleteName = (name = '') => /\.[a-z][^.]*$/i.test(name)

/** A password isn't sent to another machine unencrypted, unless the URL asks for it. */
function needsEncryption(url: URL): boolean {
  const { protocol, password, searchParams } = url
  if (protocol === 'smtps:' || searchParams.has('requireTLS') || searchParams.has('ignoreTLS')) {
    return searchParams.get('requireTLS') === 'true'
  }
  return password !== '' && !isThisMachine(url)
}

const isThisMachine = ({ hostname }: URL) => ['localhost', '127.0.0.1', '[::1]'].includes(hostname)

/**
 * Whether a provider accepts no more emails of this sender for now: Gmail answers `550 5.4.5 Daily user sending limit
 * exceeded`, and cPanel `550 Domain example.com has exceeded the max emails per hour`. Waiting doesn't help if an email
 * or a mailbox exceeds a limit of its own.
 */
function isOverLimit(response: string): boolean {
  const text = withoutAddresses(response)
  const limit = /\b(quota|limits?|per (minute|hour|day)|too many (emails|messages))\b/i
  return limit.test(text) && !/\b(size|length|lines?|score|spam|hops?|mailbox)\b/i.test(text)
}

/**
 * Whether this server or its sender is refused, and with it every email. Postfix says so to RCPT TO (`553 5.7.1
 * Sender address rejected: not owned by user`), and providers after DATA (`554 Email address is not verified`). The
 * codes of bad recipients come first: Postfix also answers `550 5.1.1 User unknown in relay recipient table`.
 */
const isAboutSender = (response: string) =>
  !/^\d{3}[ -]5\.1\.([1-3]|6|10)\b/.test(response) &&
  /\b(sender|sending (domain|ip|paused|suspended|activity)|from address|send ?(as|from)|to perform|relay|client|authenticat|not verified)/i.test(
    withoutAddresses(response),
  )

const withoutAddresses = (response: string) => response.replaceAll(/\S+@\S+/g, '')

/** In our own words, because the messages of the server and nodemailer contain addresses and content. */
function failureOf(error: unknown, isSubmitted: boolean): Error {
  const { code, originalCode, command, response, responseCode } = error as Partial<Record<string, unknown>>
  if (typeof responseCode === 'number') {
    const detail = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(String(response))?.[1]
    const verb = /^(?!CONN)[A-Z]+( FROM| TO)?/.exec(String(command))?.[0] ?? 'the connection'
    const message = `The mail server answered ${responseCode}${detail ? ` ${detail}` : ''} to ${verb}`
    // The server is going away, perhaps after it accepted the email.
    if (isSubmitted && responseCode === 421) return new MailUncertain(message)
    // A rejected sender or password is for the server's operator to fix; the email is fine.
    const isForGood = responseCode >= 500 && responseCode !== 503 && (verb === 'RCPT TO' || verb === 'DATA')
    const isForOperator = isOverLimit(String(response)) || isAboutSender(String(response))
    return isForGood && !isForOperator ? new MailRefused(message) : new Error(message)
  }
  if (code === 'EENVELOPE' || code === 'EMESSAGE')
    return new MailRefused(`Sending the email failed (${code})`)
  const reason = [originalCode, code, (error as Error).name].find((one) => typeof one === 'string')
  return isSubmitted
    ? new MailUncertain(`The mail server didn't confirm the email (${String(reason)})`)
    : new Error(`Connecting to the mail server failed (${String(reason)})`)
}
