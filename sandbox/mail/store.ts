import PostalMime, { type Address } from 'postal-mime'
import { openDatabase } from '../database.ts'

/** More than anyone will look through. */
const MAX_MAILS = 5000

const SCHEMA = `
  create table if not exists mails (
    id integer primary key autoincrement, received_at integer not null,
    recipients text not null, mail text not null, raw blob not null
  ) strict;
`

/** An email as programs read it. */
export interface CaughtMail {
  id: number
  /** `Name <address>`. */
  from: string
  /** The plain addresses of the envelope: the actual recipients. */
  to: string[]
  subject: string
  text: string
  html: string
  /** By lower-case name; lines with the same name are joined. */
  headers: Record<string, string>
  messageId: string
  /** ISO 8601, from the Date header. */
  date: string
  receivedAt: string
  attachments: CaughtPart[]
}

/** An attachment, or another part such as iCalendar. */
export interface CaughtPart {
  filename: string | null
  contentType: string
  /** The method of an iCalendar part. */
  method: string | null
  /** The content id of a picture, which the HTML references as `cid:`. */
  contentId: string | null
  encoding: 'utf8' | 'base64'
  content: string
}

/** The caught emails; they survive a restart. */
export interface MailStore {
  keep(raw: Uint8Array, recipients: readonly string[]): Promise<void>
  /** Newest first; with an address, only emails to it. */
  list(to?: string): CaughtMail[]
  find(id: number): CaughtMail | undefined
  raw(id: number): Uint8Array | undefined
  clear(): void
  close(): void
}

/** Opens or creates the catcher's own database; `:memory:` stores nothing on disk. */
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
      db.prepare('delete from mails where id <= (select max(id) from mails) - ?').run(MAX_MAILS)
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
        // The parser turns the CRLF of calendar parts into LF, so this restores it.
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
