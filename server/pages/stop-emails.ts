import { eq } from 'drizzle-orm'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { stopEmailsPath } from '../../contract/pages/page-paths.ts'
import type { PublicPage } from '../../contract/pages/page-data.ts'
import { hosts } from '../db/tables/hosts.ts'
import type { Deps } from '../adapters/deps.ts'
import { blockSender, isBlocked, readStopToken, unblockSender } from '../emails/mail-blocks.ts'
import { isId } from '../db/ids.ts'
import { withRobots } from './robots.ts'
import { viewerOf } from './viewer.ts'

interface StopEmails {
  routeOptions: object
  send: (reply: FastifyReply, status: number, page: PublicPage) => Promise<FastifyReply>
}

/**
 * The page behind "Stop these emails". Mail programs and virus scanners open links, so only a POST changes anything:
 * the page's forms send one, and so does a mail program for its own unsubscribe button (RFC 8058).
 */
export async function registerStopEmails(
  app: FastifyInstance,
  deps: Deps,
  { routeOptions, send }: StopEmails,
): Promise<void> {
  const path = stopEmailsPath(':token')
  const answer = async (request: FastifyRequest, reply: FastifyReply, change?: 'block' | 'allow') => {
    withRobots(reply, 'stopEmails')
    const viewing = { viewer: viewerOf(request, 'UTC'), now: new Date(deps.now()).toISOString() }
    const sender = readStopToken(deps.encryption, (request.params as { token: string }).token)
    const [host] =
      sender && isId(sender.hostId)
        ? await deps.db
            .select({ name: hosts.name, email: hosts.email })
            .from(hosts)
            .where(eq(hosts.id, sender.hostId))
        : []
    if (!sender || !host) return send(reply, 404, { ...viewing, kind: 'message', ...invalidLink })
    if (change === 'block') await blockSender(deps.db, sender, deps.now())
    if (change === 'allow') await unblockSender(deps.db, sender)
    return send(reply, 200, {
      ...viewing,
      kind: 'stopEmails',
      host,
      email: sender.email,
      isStopped: await isBlocked(deps.db, sender),
    })
  }

  await app.register(async (forms) => {
    forms.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    )
    // A mail program may also send multipart/form-data. What it says is always the same.
    forms.addContentTypeParser('*', { parseAs: 'string' }, (_request, _body, done) => done(null, {}))
    forms.get(path, routeOptions, (request, reply) => answer(request, reply))
    forms.post(path, routeOptions, (request, reply) => {
      const { action } = (request.body ?? {}) as { action?: unknown }
      return answer(request, reply, action === 'allow' ? 'allow' : 'block')
    })
  })
}

const invalidLink = {
  title: 'Link Not Valid',
  text: 'This link is incomplete or no longer works. Open it again from the email.',
  bookingId: null,
}
