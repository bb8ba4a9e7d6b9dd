import { timingSafeEqual } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../app.ts'
import { hashToken } from '../../auth/authenticate.ts'
import { calendarChannels, calendarMirrors } from '../../db/schema.ts'
import { notFound } from '../../errors.ts'
import { isId } from '../../ids.ts'
import { isMirror, type MirrorKey } from '../mirror/pull.ts'

const HOOK = '/api/hooks/google'

/** Where Google is asked to send to. */
export const hookAddress = ({ publicUrl }: Pick<Deps, 'publicUrl'>) => `${publicUrl}${HOOK}`

/** Where Google tells that a calendar has changed, not what: each message only makes us ask, soon and not here. */
export function registerGoogleWebhook(app: FastifyInstance, deps: Deps): void {
  app.register(async (hooks) => {
    // All that is told stands in the headers.
    hooks.removeAllContentTypeParsers()
    hooks.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, _body, done) => done(null))
    hooks.post(HOOK, async ({ headers }) => {
      const channel = await findChannel(deps, headers['x-goog-channel-id'], headers['x-goog-channel-token'])
      if (!channel) throw notFound()
      if (headers['x-goog-resource-state'] !== 'sync') await makeDue(deps, channel)
      return { received: true }
    })
  })
}

/** The channel that bears this id and token. A token begins with its host's id, and is kept as a hash. */
async function findChannel({ db }: Deps, id: unknown, token: unknown): Promise<MirrorKey | null> {
  if (typeof id !== 'string' || typeof token !== 'string') return null
  const [hostId = ''] = token.split('.')
  if (!isId(hostId)) return null
  const [channel] = await db
    .select()
    .from(calendarChannels)
    .where(and(eq(calendarChannels.hostId, hostId), eq(calendarChannels.id, id)))
  if (!channel) return null
  return timingSafeEqual(Buffer.from(hashToken(token)), Buffer.from(channel.tokenHash)) ? channel : null
}

/** At most once a second, and a calendar that cannot be read keeps to the pace of its retries. */
async function makeDue({ db, now, wake }: Deps, key: MirrorKey): Promise<void> {
  const soon = sql`greatest(${new Date(now()).toISOString()}::timestamptz, synced_at + interval '1 second')`
  const due = await db
    .update(calendarMirrors)
    .set({ nextPollAt: soon })
    .where(and(isMirror(key), eq(calendarMirrors.failures, 0), sql`next_poll_at > ${soon}`))
    .returning({ hostId: calendarMirrors.hostId })
  if (due.length > 0) wake()
}
