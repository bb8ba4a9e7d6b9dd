import { and, eq } from 'drizzle-orm'
import type { Encryption } from '../adapters/encryption.ts'
import { linkEnd } from '../adapters/link-token.ts'
import type { Db } from '../db/database.ts'
import { mailBlocks } from '../db/tables/mail-blocks.ts'
import { stopEmailsPath } from '../../contract/pages/page-paths.ts'
import { hashEmail } from '../recipients/hash-email.ts'

/** A host's bookings, and an address that is emailed about them. */
export interface MailSender {
  hostId: string
  email: string
}

const SEPARATOR = ' '

/**
 * The link in an email that stops all emails about the bookings of this host. It is sealed, so nobody can stop others'.
 */
export function stopUrl(encryption: Encryption, publicUrl: string, { hostId, email }: MailSender): string {
  const sealed = linkEnd(() =>
    Buffer.from(encryption.encrypt(`${hostId}${SEPARATOR}${email}`), 'base64').toString('base64url'),
  )
  return publicUrl + stopEmailsPath(`${encryption.keyId}.${sealed}`)
}

/** Null if we didn't make the token, or its key is gone. */
export function readStopToken(encryption: Encryption, token: string): MailSender | null {
  const [keyId = '', sealed = ''] = token.split('.')
  try {
    const text = encryption.decrypt(Buffer.from(sealed, 'base64url').toString('base64'), keyId)
    const [hostId, email] = text?.split(SEPARATOR) ?? []
    return hostId && email ? { hostId, email } : null
  } catch {
    return null
  }
}

const whereBlock = ({ hostId, email }: MailSender) =>
  and(eq(mailBlocks.hostId, hostId), eq(mailBlocks.emailHash, hashEmail(email)))

export const isBlocked = async (db: Db, sender: MailSender): Promise<boolean> =>
  (await db.$count(mailBlocks, whereBlock(sender))) > 0

export async function blockSender(db: Db, sender: MailSender, now: number): Promise<void> {
  await db
    .insert(mailBlocks)
    .values({ hostId: sender.hostId, emailHash: hashEmail(sender.email), blockedAt: now })
    .onConflictDoNothing()
}

export async function unblockSender(db: Db, sender: MailSender): Promise<void> {
  await db.delete(mailBlocks).where(whereBlock(sender))
}
