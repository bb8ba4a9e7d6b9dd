import PostalMime, { type Address } from 'postal-mime'
import { openDatabase } from '../database.ts'

/** More than anybody looks through. */
const KEPT = 5000

const SCHEMA = `
  create table if not exists mails (
    id integer primary key autoincrement, received_at integer not null,
    recipients text not null, mail text not null, raw blob not null
  ) strict;
`

/** A mail as programs read it. */
export interface CaughtMail {
  id: number
  /** `Name <address>`. */
  from: string
  /** Plain addresses, of the envelope: those it was delivered to. */
  to: string[]
  subject: string
  text: string
  html: string
  /** By their names in small letters; lines of one name are joined. */
  headers: Record<string, string>
  messageId: string
  /** ISO 8601, of the Date header. */
  date: string
  receivedAt: string
  attachments: CaughtPart[]
}

/** An attachment, or another part beside text and HTML such as an iCalendar one. */
export interface CaughtPart {
  filename: string | null
  contentType: string
  /** Of an iCalendar part. */
  method: string | null
  /** Of a picture within the HTML, which names it as `cid:` and this. */
  contentId: string | null
  encoding: 'utf8' | 'base64'
  content: string
}

/** What the sandbox has caught; it survives a restart. */
export interface MailStore {
  keep(raw: Uint8Array, recipients: readonly string[]): Promise<void>
  /** Newest first; with an address, those to it alone. */
  list(to?: string): CaughtMail[]
  find(id: number): CaughtMail | undefined
  raw(id: number): Uint8Array | undefined
  clear(): void
  close(): void
}

/** Opens (or makes) the catcher's own database; `:memory:` keeps nothing. */
export function openMailStore(dataFile: string, now: () => number): MailStore {
  const db = openDatabase(dataFile, SCHEMA)
  const read = (row: Record<string, unknown>): CaughtMail => ({
    id: Number(row['id']),
    ...(JSON.parse(String(row['mail'])) as Omit<CaughtMail, 'id'>),
  })
  const one = (id: number) => db.prepare('select * from mails where id = ?').get(id)
  return {
    async keep(raw, recipients) {
      const at = now()
      const mail = await readMail(raw, recipients, at)
      db.prepare('insert into mails (received_at, recipients, mail, raw) values (?, ?, ?, ?)').run(
        at,
        JSON.stringify(recipients.map((address) => address.toLowerCase())),
        JSON.stringify(mail),
        raw,
      )
      db.prepare('delete from mails where id <= (select max(id) from mails) - ?').run(KEPT)
    },
    list(to) {
      const rows =
        to === undefined
          ? db.prepare('select id, mail from mails order by id desc').all()
          : db
              .prepare(
                `select id, mail from mails
                 where exists (select 1 from json_each(recipients) where value = ?) order by id desc`,
              )
              .all(to.trim().toLowerCase())
      return rows.map(read)
    },
    find(id) {
      const row = one(id)
      return row && read(row)
    },
    raw: (id) => one(id)?.['raw'] as Uint8Array | undefined,
    clear: () => db.exec('delete from mails'),
    close: () => db.close(),
  }
}

async function readMail(
  raw: Uint8Array,
  recipients: readonly string[],
  at: number,
): Promise<Omit<CaughtMail, 'id'>> {
  const parsed = await PostalMime.parse(raw, { attachmentEncoding: 'arraybuffer' })
  const headers: Record<string, string> = {}
  for (const { key, value } of parsed.headers) {
    headers[key] = key in headers ? `${headers[key]}\n${value}` : value
  }
  return {
    from: parsed.from ? addressText(parsed.from) : '',
    to: [...recipients],
    subject: parsed.subject ?? '',
    text: parsed.text ?? '',
    html: parsed.html ?? '',
    headers,
    messageId: parsed.messageId ?? '',
    date: parsed.date ?? '',
    receivedAt: new Date(at).toISOString(),
    attachments: parsed.attachments.map((part) => {
      const bytes = Buffer.from(part.content as ArrayBuffer)
      const isCalendar = part.mimeType === 'text/calendar' || part.mimeType === 'application/ics'
      const isText = isCalendar || part.mimeType.startsWith('text/')
      const content = bytes.toString(isText ? 'utf8' : 'base64')
      return {
        filename: part.filename,
        contentType: part.mimeType,
        method: part.method ?? null,
        contentId: part.contentId?.replace(/^<|>$/g, '') ?? null,
        encoding: isText ? 'utf8' : 'base64',
        // The parser ends the lines of calendars in LF; in the mail it was CRLF, as in any calendar.
        content: isCalendar ? content.replaceAll('\n', '\r\n') : content,
      }
    }),
  }
}

function addressText(address: Address): string {
  return address.address && address.name
    ? `${address.name} <${address.address}>`
    : (address.address ?? address.name)
}
