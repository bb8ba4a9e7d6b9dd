import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../adapters/deps.ts'
import { notFound } from '../../http/errors.ts'
import { findChannel, scheduleSync } from '../mirror/notifications.ts'
import { GOOGLE_WEBHOOK_PATH } from './client.ts'

/** Receives Google's notification that a calendar changed. It doesn't say what changed, so a sync follows. */
export function registerGoogleWebhook(app: FastifyInstance, deps: Deps): void {
  app.register(async (hooks) => {
    // Everything is in the headers.
    hooks.removeAllContentTypeParsers()
    hooks.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, _body, done) => done(null))
    hooks.post(GOOGLE_WEBHOOK_PATH, async ({ headers }) => {
      const id = headers['x-goog-channel-id']
      const token = headers['x-goog-channel-token']
      if (typeof id !== 'string' || typeof token !== 'string') throw notFound()
      const channel = await findChannel(deps, id, token)
      if (!channel) throw notFound()
      if (headers['x-goog-resource-state'] !== 'sync') await scheduleSync(deps, channel)
      return { received: true }
    })
  })
}
