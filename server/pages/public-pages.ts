import path from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { bookingPath, confirmationPath, isOneOff, updatePath } from '../../contract/event-options.ts'
import type { PublicPage, PublicPageData } from '../../contract/page-data.ts'
import { paths } from '../../contract/pages.ts'
import { product } from '../../contract/product.ts'
import type { Deps, ServerOptions } from '../deps.ts'
import { readBooking } from '../bookings/get-booking.ts'
import { answerError } from '../error-handling.ts'
import { AppError, eventNotAccepting, eventNotFound, statusOf } from '../errors.ts'
import { bookingPageData } from './booking-page-data.ts'
import { limitPage } from '../request-limits.ts'
import { escapeHtml, namedMeta, propertyMeta, sandboxBanner, scriptJson } from './html.ts'
import { withoutRobots, withRobots } from './robots.ts'
import { shownRules } from '../time-zones/shown-rules.ts'
import { registerStopEmails } from './stop-emails.ts'
import { viewerOf } from './viewer.ts'
import { loadInviteeRenderer, readEntry } from './web-build.ts'

const YEAR_SECONDS = 31_536_000
const TWO_MONTHS_MS = 62 * 86_400_000

/** The pages that need no sign-in, rendered on the server so that they are readable before any script runs. */
export async function registerPublicPages(
  app: FastifyInstance,
  deps: Deps,
  options: ServerOptions,
): Promise<void> {
  const documentOf = await loadDocument(options)

  const send = async (reply: FastifyReply, status: number, page: PublicPage) => {
    const { html, policy } = documentOf({
      ...page,
      zones: zonesOf(page).map((zone) => shownRules(zone, deps.now(), shownSince(page))),
    })
    return reply
      .status(status)
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .header('content-security-policy', policy)
      .send(html)
  }
  const problemPage = (
    request: FastifyRequest,
    error: AppError,
    bookingId: string | null = null,
  ): PublicPage => ({
    viewer: viewerOf(request, 'UTC'),
    now: new Date(deps.now()).toISOString(),
    kind: 'message',
    title: titles[error.code] ?? 'Error Loading Booking',
    text: error.message,
    bookingId,
  })
  const sendProblem = (request: FastifyRequest, reply: FastifyReply, error: unknown, changed?: string) => {
    if (!(error instanceof AppError)) throw error
    if (error.retryAfterSeconds) reply.header('retry-after', error.retryAfterSeconds)
    // Both errors are about an existing booking, which has its own page.
    const isSeen = error.code === 'booking_not_confirmed' || error.code === 'forbidden'
    const status = error.code === 'event_not_found' ? 404 : statusOf[error.code]
    return send(reply, status, problemPage(request, error, isSeen ? changed : null))
  }

  const limited = {
    ...limitPage,
    errorHandler: (error: unknown, request: FastifyRequest, reply: FastifyReply) =>
      error instanceof AppError ? sendProblem(request, reply, error) : answerError(error, request, reply),
  }

  app.get<{ Params: { bookingUrlId: string }; Querystring: { duration?: unknown } }>(
    bookingPath(':bookingUrlId'),
    limited,
    async (request, reply) => {
      if (isOneOff(request.params.bookingUrlId)) withoutRobots(reply)
      else withRobots(reply, 'booking')
      const duration = Number(request.query.duration)
      try {
        const { bookingUrlId } = request.params
        return await send(reply, 200, await bookingPageData(deps, request, { bookingUrlId, duration }))
      } catch (error) {
        return sendProblem(request, reply, error)
      }
    },
  )

  app.get<{ Params: { bookingUrlId: string; bookingId: string } }>(
    updatePath(':bookingUrlId', ':bookingId'),
    limited,
    async (request, reply) => {
      withRobots(reply, 'updateBooking')
      const { bookingUrlId, bookingId } = request.params
      try {
        return await send(reply, 200, await bookingPageData(deps, request, { bookingUrlId, bookingId }))
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
          viewer,
          now: new Date(deps.now()).toISOString(),
        })
      } catch (error) {
        return sendProblem(request, reply, error)
      }
    },
  )

  app.get(paths.eventNotFound, (request, reply) =>
    send(withRobots(reply, 'eventNotFound'), 200, problemPage(request, eventNotFound())),
  )
  app.get(paths.eventNotAccepting, (request, reply) =>
    send(withRobots(reply, 'eventNotAccepting'), 200, problemPage(request, eventNotAccepting())),
  )

  await registerStopEmails(app, deps, send)

  await app.register(fastifyStatic, {
    root: path.join(options.webDir, 'public', 'public-assets'),
    prefix: '/public-assets/',
    decorateReply: false,
    preCompressed: true,
    setHeaders: (response) => {
      response.header('cache-control', `public, max-age=${YEAR_SECONDS}, immutable`)
    },
  })
}

const titles: Partial<Record<AppError['code'], string>> = {
  event_not_found: 'Event Not Found',
  link_expired: 'Link Expired',
  link_used_up: 'Link Already Used',
  event_not_accepting: 'Booking Not Available for This Event',
  booking_not_found: 'Booking Information Not Found',
  too_many_requests: 'One Moment, Please',
}

/** Loads the build once and returns a function that renders a page's document. */
async function loadDocument({ webDir, mode, publicUrl }: ServerOptions) {
  const renderer = await loadInviteeRenderer(webDir)
  const bookingEntry = readEntry(webDir, 'invitee/booking/client.tsx')
  const otherEntry = readEntry(webDir, 'invitee/client.tsx')
  const banner = mode === 'sandbox' ? sandboxBanner : ''

  return (page: PublicPageData) => {
    const { title, description, html } = renderer.render(page)
    const entry = page.kind === 'booking' ? bookingEntry : otherEntry
    const { script, imports, styles, css, themeScript, policy } = entry
    const isOpen = page.kind === 'booking' && !page.booking && !isOneOff(page.event.bookingUrlId)
    const openPage = isOpen ? page : null
    // Search engines must not index pages of a booking or a one-off link, or error pages.
    const forRobots = openPage
      ? introduction(title, description, publicUrl + bookingPath(openPage.event.bookingUrlId))
      : namedMeta('robots', 'noindex')
    // Chromium loads the fonts of an inline style with the page's URL as referrer, regardless of the policy.
    // If the URL contains a booking's id or a one-off link's token, the style is loaded as a file instead.
    const style = openPage
      ? `<style>${css}</style>`
      : styles.map((file) => `<link rel="stylesheet" href="/${file}">`).join('')
    return {
      policy,
      html: `<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(title)}</title>
<meta name="referrer" content="no-referrer"><meta name="color-scheme" content="light dark">
${forRobots}
<link rel="icon" href="/favicon.svg" type="image/svg+xml">${style}
<script>${themeScript}</script>${imports.map((file) => `<link rel="modulepreload" href="/${file}">`).join('')}<script type="module" src="/${script}"></script></head>
<body>${banner}<div id="root">${html}</div>
<script type="application/json" id="page-data">${scriptJson(page)}</script></body></html>`,
    }
  }
}

/** Metadata of a booking page's link for search engines and link previews. */
const introduction = (title: string, description: string, address: string) =>
  [
    namedMeta('description', description),
    `<link rel="canonical" href="${escapeHtml(address)}">`,
    propertyMeta('og:type', 'website'),
    propertyMeta('og:site_name', product.name),
    propertyMeta('og:url', address),
    propertyMeta('og:title', title),
    propertyMeta('og:description', description),
  ].join('')

/** A page for a new booking begins with this month. Others show times of any age. */
const shownSince = (page: PublicPage) =>
  page.kind === 'booking' && page.booking === null ? Date.parse(page.now) - TWO_MONTHS_MS : undefined

/** The viewer's zone, and the event's if that decides when its last day ends. */
function zonesOf(page: PublicPage): string[] {
  const ends = page.kind === 'booking' && page.event.endDate !== null
  return [...new Set([page.viewer.timeZone, ...(ends ? [page.event.timezone] : [])])]
}
