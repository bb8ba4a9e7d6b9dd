import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { PublicPage } from '../../contract/pages/page-data.ts'
import { nameError } from '../../contract/events/readable-links.ts'
import { offeredDurations } from '../events/durations.ts'
import { isInGoodStanding } from '../billing/assert-in-good-standing.ts'
import type { Deps } from '../adapters/deps.ts'
import { findHost, findListed, findNamed } from '../events/readable-links/find-named.ts'
import type { BookingLink } from './booking-link.ts'
import { withRobots } from './robots.ts'
import { viewerOf } from './viewer.ts'

interface NamedPages {
  routeOptions: object
  send: (reply: FastifyReply, status: number, page: PublicPage) => Promise<FastifyReply>
  /** Answers with a booking page, or redirects if the link has moved. */
  sendBooking: (
    request: FastifyRequest,
    reply: FastifyReply,
    key: readonly string[],
    find: () => Promise<BookingLink>,
  ) => Promise<FastifyReply>
  /** Answers as to a path that isn't ours. */
  sendUnknown: (request: FastifyRequest, reply: FastifyReply) => FastifyReply
}

/** The pages behind readable links. Names are the same in any case. */
export function registerNamedPages(
  app: FastifyInstance,
  deps: Deps,
  { routeOptions, send, sendBooking, sendUnknown }: NamedPages,
): void {
  app.get<{ Params: { handle: string; slug: string } }>('/:handle/:slug', routeOptions, (request, reply) => {
    const handle = request.params.handle.toLowerCase()
    const slug = request.params.slug.toLowerCase()
    if (nameError(handle, 'handle') !== null || nameError(slug, 'slug') !== null)
      return sendUnknown(request, reply)
    withRobots(reply, 'namedBooking')
    return sendBooking(request, reply, [handle, slug], async () => {
      const { path, ...link } = await findNamed(deps.db, handle, slug)
      return { ...link, movedTo: path === `/${handle}/${slug}` ? null : path }
    })
  })

  app.get<{ Params: { handle: string } }>('/:handle', routeOptions, async (request, reply) => {
    const handle = request.params.handle.toLowerCase()
    if (nameError(handle, 'handle') !== null) return sendUnknown(request, reply)
    const host = await findHost(deps.db, handle)
    const listed = host && (await isInGoodStanding(deps, host.id)) ? await findListed(deps.db, host) : []
    // Whether somebody has a handle is known only if they list events.
    if (!host || listed.length === 0) return sendUnknown(request, reply)
    if (host.handle !== null && host.handle !== handle) return reply.redirect(`/${host.handle}`, 302)
    withRobots(reply, 'hostEvents')
    return send(reply, 200, {
      kind: 'hostEvents',
      viewer: viewerOf(request, 'UTC'),
      now: new Date(deps.now()).toISOString(),
      hostName: host.name,
      handle,
      events: listed.map(({ event, path }) => ({
        title: event.title,
        description: event.description,
        durations: offeredDurations(event),
        path,
      })),
    })
  })
}
