import { eq } from 'drizzle-orm'
import { product } from '../../contract/product.ts'
import { dateTextOf } from '../../contract/time/time-text.ts'
import { removalTime } from '../hosts/return-window.ts'
import { readSettings } from '../hosts/read-settings.ts'
import { hosts } from '../db/tables/hosts.ts'
import type { JobHandler } from '../jobs/job.ts'
import { deliverNotice, type Notice } from './deliver-notice.ts'
import { mailViewer } from './mail-viewer.ts'

/** Tells a host that their account is closed, and until when they can come back. */
export const sendAccountNotice: JobHandler<'sendAccountNotice'> = async (deps, job) => {
  const [host] = await deps.db.select().from(hosts).where(eq(hosts.id, job.hostId))
  // The host came back while the mail was queued.
  if (host?.deletedAt !== job.payload.deletedAt) return
  const { timezone } = await readSettings(deps.db, host.id)
  const date = dateTextOf(removalTime(host.deletedAt), mailViewer(timezone, true))
  await deliverNotice(deps, job, host, noticeOf(date, deps.publicUrl))
}

const noticeOf = (date: string, publicUrl: string): Notice => ({
  subject: 'Your account is closed',
  preview: `Everything in it will be deleted on ${date}.`,
  tone: 'bad',
  badge: 'Account closed',
  heading: `Your ${product.name} account is closed`,
  lead: `Nobody can book you anymore, and your upcoming bookings are canceled. Everything in your account will be deleted on ${date}.`,
  rows: [],
  about:
    'Changed your mind, or wasn’t this you? Sign in before then, and your account opens again. Canceled bookings stay canceled.',
  actions: [{ label: 'Keep my account', url: `${publicUrl}/signin` }],
  why: 'You’re receiving this because someone who was signed in to your account deleted it.',
})
