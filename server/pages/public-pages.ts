import path from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isOneOff } from '../../contract/events/event-options.ts'
import {
  bookingPath,
  confirmationPath,
  confirmationWorkerPath,
  updatePath,
} from '../../contract/pages/page-paths.ts'
import type { PublicPage } from '../../contract/pages/page-data.ts'
import { paths } from '../../contract/pages/pages.ts'
import type { Deps, ServerOptions } from '../adapters/deps.ts'
import { readBooking } from '../bookings/get-booking.ts'
import { registerCalendarCheck } from './invitee-calendar-check.ts'
import { IMMUTABLE } from '../http/cache-control.ts'
import { problemPage } from './problem-page.ts'
import { authenticate } from '../auth/authenticate.ts'
import { failureOf } from '../http/error-handling.ts'
import { AppError, eventNotAccepting, eventNotFound, statusOf } from '../http/errors.ts'
import { findPublicEvent } from '../events/find-public-event.ts'
import { sendContent } from '../http/kept-answers/content.ts'
import type { KeptAnswers } from '../http/kept-answers/kept-answers.ts'
import { bookingPageData } from './booking-page-data.ts'
import { limitPage } from '../http/request-limits.ts'
import { type BookingLink, Moved } from './booking-link.ts'
import { registerNamedPages } from './named-pages.ts'
import { withoutRobots, withRobots } from './robots.ts'
import { registerStopEmails } from './stop-emails.ts'
import { viewerOf } from './viewer.ts'
import { readWorker } from './web-build.ts'

/** What a booking page's query can contain without saying anything about a person. */
const IMPERSONAL: ReadonlySet<string> = new Set(['date', 'duration', 'for', 'slot', 'timezone'])

type SendUnknown = (request: FastifyRequest, reply: FastifyReply) => FastifyReply

const isForSomebody = ({ query }: FastifyRequest) => (query as Record<string, unknown>)['for'] === 'somebody'

const queryOf = ({ url }: FastifyRequest) => (url.includes('?') ? url.slice(url.indexOf('?')) : '')

/** The pages that need no sign-in, rendered on the server so that they are readable before any script runs. */
export async function registerPublicPages(
  app: FastifyInstance,
  deps: Deps,
  options: ServerOptions & { keptAnswers: KeptAnswers; sendUnknown: SendUnknown },
): Promise<void> {
  const render = (page: PublicPage, isAddressPrivate = false) => {
    const { html, policy } = deps.renderPage(page, { isAddressPrivate })
    const headers = {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': policy,
    }
    return { content: html, headers }
  }
  const send = async (reply: FastifyReply, status: number, page: PublicPage) => {
    const { content, headers } = render(page)
    return reply.status(status).headers(headers).send(content)
  }
  const problemOf = (request: FastifyRequest, error: AppError, bookingId: string | null = null) =>
    problemPage(error, {
      viewer: viewerOf(request, 'UTC'),
      now: deps.now(),
      bookingId,
      mayBeOwn: error.code === 'event_not_found' && isForSomebody(request),
    })
  const sendProblem = (request: FastifyRequest, reply: FastifyReply, error: unknown, changed?: string) => {
    if (!(error instanceof AppError)) throw error
    if (error.retryAfterSeconds) reply.header('retry-after', error.retryAfterSeconds)
    // Both errors are about an existing booking, which has its own page.
    const isSeen = error.code === 'booking_not_confirmed' || error.code === 'forbidden'
    const status = error.code === 'event_not_found' ? 404 : statusOf[error.code]
    return send(reply, status, problemOf(request, error, isSeen ? changed : null))
  }

  const limited = {
    ...limitPage,
    // Also while the database is down: people read these pages, and can't read JSON.
    errorHandler: (error: unknown, request: FastifyRequest, reply: FastifyReply) =>
      sendProblem(request, reply, failureOf(error, request)),
  }

  /** The host who books for somebody, if a script of ours asks with their session; links and typed addresses can't. */
  const findViewingHost = async (request: FastifyRequest) => {
    if (!isForSomebody(request) || request.headers.authorization === undefined) return null
    try {
      const caller = await authenticate(deps, request)
      return caller.kind === 'session' ? caller.hostId : null
    } catch (error) {
      // Whose session has ended gets the page that all others get.
      if (error instanceof AppError && error.code === 'invalid_token') return null
      throw error
    }
  }

  const sendBooking = async (
    request: FastifyRequest,
    reply: FastifyReply,
    names: readonly string[],
    find: () => Promise<BookingLink>,
  ) => {
    const query = request.query as Record<string, unknown>
    const duration = Number(query['duration'])
    const isAddressPrivate = Object.keys(query).some((name) => !IMPERSONAL.has(name))
    // Everything that the page depends on, with the event's zone for visitors who haven't said theirs.
    const key = JSON.stringify([names, duration, isAddressPrivate, viewerOf(request, '')])
    const load = async (viewingHostId: string | null) => {
      const { bookingUrlId, movedTo = null, revision = Infinity } = await find()
      if (movedTo !== null) {
        // Only those who get the page learn its new name.
        await findPublicEvent(deps, bookingUrlId, viewingHostId)
        throw new Moved(movedTo)
      }
      const loaded = await bookingPageData(deps, request, { bookingUrlId, duration, viewingHostId })
      return { ...loaded, revision }
    }
    try {
      const viewingHostId = await findViewingHost(request)
      if (viewingHostId !== null) return await send(reply, 200, (await load(viewingHostId)).page)
      const content = await options.keptAnswers.get(key, async () => {
        const { page, lifetime, revision } = await load(null)
        return {
          ...render(page, isAddressPrivate),
          lifetime: lifetime && { ...lifetime, revision: Math.min(revision, lifetime.revision) },
        }
      })
      return await sendContent(request, reply, content)
    } catch (error) {
      if (error instanceof Moved) return reply.redirect(error.to + queryOf(request), 302)
      return sendProblem(request, reply, error)
    }
  }

  app.get<{ Params: { bookingUrlId: string } }>(
    bookingPath(':bookingUrlId'),
    limited,
    async (request, reply) => {
      const { bookingUrlId } = request.params
      if (isOneOff(bookingUrlId)) withoutRobots(reply)
      else withRobots(reply, 'booking')
      return sendBooking(request, reply, [bookingUrlId], async () => ({ bookingUrlId }))
    },
  )
  registerNamedPages(app, deps, {
    routeOptions: limited,
    send,
    sendBooking,
    sendUnknown: options.sendUnknown,
  })

  app.get<{ Params: { bookingUrlId: string; bookingId: string } }>(
    updatePath(':bookingUrlId', ':bookingId'),
    limited,
    async (request, reply) => {
      withRobots(reply, 'updateBooking')
      const { bookingUrlId, bookingId } = request.params
      try {
        const { page } = await bookingPageData(deps, request, { bookingUrlId, bookingId })
        return await send(reply, 200, page)
      } catch (error) {
        return sendProblem(request, reply, error, bookingId)
      }
    },
  )

  app.get<{ Params: { bookingId: string }; Querystring: { bookingJustCreated?: unknown } }>(
    confirmationPath(':bookingId'),
    limited,
    async (request, reply) => {
      withRobots(reply, 'confirmation')
      try {
        const booking = await readBooking(deps.db, request.params.bookingId)
        const viewer = viewerOf(request, booking.eventData.timezone)
        return await send(reply, 200, {
          kind: 'confirmation',
          booking,
          justCreated: request.query.bookingJustCreated === 'true',
          isForSomebody: isForSomebody(request),
          viewer,
          now: new Date(deps.now()).toISOString(),
        })
      } catch (error) {
        return sendProblem(request, reply, error)
      }
    },
  )

  const worker = readWorker(options.webDir)
  app.get(confirmationWorkerPath, (_request, reply) =>
    reply
      .headers({ 'content-type': 'text/javascript; charset=utf-8', 'cache-control': 'no-cache' })
      .send(worker),
  )

  app.get(paths.eventNotFound, (request, reply) =>
    send(withRobots(reply, 'eventNotFound'), 200, problemOf(request, eventNotFound())),
  )
  app.get(paths.eventNotAccepting, (request, reply) =>
    send(withRobots(reply, 'eventNotAccepting'), 200, problemOf(request, eventNotAccepting())),
  )

  if (deps.calendarCheck) registerCalendarCheck(app)
  await registerStopEmails(app, deps, { routeOptions: { errorHandler: limited.errorHandler }, send })

  await app.register(fastifyStatic, {
    root: path.join(options.webDir, 'public', 'public-assets'),
    prefix: '/public-assets/',
    decorateReply: false,
    preCompressed: true,
    setHeaders: (response) => {
      response.header('cache-control', IMMUTABLE)
    },
  })
}
