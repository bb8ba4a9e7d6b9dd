import { createTransport } from 'nodemailer'

export interface MailAddress {
  name: string
  address: string
}

/** A mail to one person. */
export interface MailMessage {
  /** With its angle brackets. The same for every try of one mail, so that one that arrives twice can be told. */
  messageId: string
  /** Epoch milliseconds. */
  date: number
  to: MailAddress
  /** Where an answer goes; null: to the sender. */
  replyTo: MailAddress | null
  subject: string
  text: string
  html: string
  /** Pictures that the HTML shows as `cid:` and the id. */
  pictures: { cid: string; contentType: string; content: Buffer }[]
  /** For calendars: an alternative to the text, and attached for those that only take files. */
  calendar: { method: 'REQUEST' | 'CANCEL'; content: string } | null
  /** Where mails of this kind are switched off. */
  unsubscribeUrl: string | null
}

/** Hands mails to a mail server. */
export interface Mailer {
  from: MailAddress
  /** Resolves once the server has taken it. Throws `MailRefused`, or an Error where it may be tried again. */
  send(message: MailMessage): Promise<void>
}

/** The server will not have this mail, however often it is tried. */
export class MailRefused extends Error {}

export interface MailerOptions {
  /** `smtp://` (with STARTTLS where it is offered) or `smtps://`; options of nodemailer's may stand in its query. */
  url: string
  from: MailAddress
  connectMs?: number
  idleMs?: number
  totalMs?: number
}

/** A connection of its own for each mail: none is left over when the process ends. */
export function createMailer({
  url,
  from,
  connectMs = 10_000,
  idleMs = 30_000,
  // Less than a job's lock, so that no other process sends what is still under way here.
  totalMs = 50_000,
}: MailerOptions): Mailer {
  const transport = createTransport({
    url,
    connectionTimeout: connectMs,
    greetingTimeout: connectMs,
    dnsTimeout: connectMs,
    socketTimeout: idleMs,
    socketCloseTimeout: 1000,
    requireTLS: needsEncryption(new URL(url)),
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    from,
    async send({ unsubscribeUrl, calendar, pictures, date, replyTo, ...message }) {
      try {
        await transport.sendMail({
          ...message,
          from,
          date: new Date(date),
          ...(replyTo && { replyTo }),
          headers: {
            // No answering machine answers it.
            'Auto-Submitted': 'auto-generated',
            'X-Auto-Response-Suppress': 'All',
          },
          ...(unsubscribeUrl && { list: { unsubscribe: unsubscribeUrl } }),
          ...(calendar && { icalEvent: { filename: 'invite.ics', ...calendar } }),
          attachments: pictures.map((picture) => ({
            ...picture,
            filename: `${picture.cid}.${picture.contentType.split('/')[1]}`,
            contentDisposition: 'inline' as const,
          })),
          signal: AbortSignal.timeout(totalMs),
        })
      } catch (error) {
        throw failureOf(error)
      }
    },
  }
}

/** A password is not sent in the clear to another machine, unless the address says so. */
function needsEncryption({ protocol, password, hostname, searchParams }: URL): boolean {
  if (protocol === 'smtps:' || searchParams.has('requireTLS') || searchParams.has('ignoreTLS')) {
    return searchParams.get('requireTLS') === 'true'
  }
  return password !== '' && !['localhost', '127.0.0.1', '[::1]'].includes(hostname)
}

/** In our words: those of the server, and of nodemailer, name addresses and what the mail says. */
function failureOf(error: unknown): Error {
  const { code, originalCode, command, response, responseCode } = error as Partial<Record<string, unknown>>
  if (typeof responseCode === 'number') {
    const detail = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(String(response))?.[1]
    const verb = /^(?!CONN)[A-Z]+( FROM| TO)?/.exec(String(command))?.[0] ?? 'the connection'
    const message = `The mail server answered ${responseCode}${detail ? ` ${detail}` : ''} to ${verb}`
    // A sender or a password that is refused is for whoever runs the server to mend; the mail is not to blame.
    const isForGood = responseCode >= 500 && responseCode !== 503 && (verb === 'RCPT TO' || verb === 'DATA')
    return isForGood ? new MailRefused(message) : new Error(message)
  }
  if (code === 'EENVELOPE' || code === 'EMESSAGE')
    return new MailRefused(`Sending the email failed (${code})`)
  const reason = [originalCode, code, (error as Error).name].find((one) => typeof one === 'string')
  return new Error(`Connecting to the mail server failed (${String(reason)})`)
}
