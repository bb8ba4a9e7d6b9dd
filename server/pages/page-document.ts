import { DAY } from '../../availability/units.ts'
import type { CalendarCheck } from '../../contract/bookings/invitee-calendar-check.ts'
import { isOneOff } from '../../contract/events/event-options.ts'
import { bookingPath } from '../../contract/pages/page-paths.ts'
import type { PublicPage } from '../../contract/pages/page-data.ts'
import { product } from '../../contract/product.ts'
import type { PageRenderer, ServerOptions } from '../adapters/deps.ts'
import { shownRules } from '../time-zones/shown-rules.ts'
import { escapeHtml, namedMeta, propertyMeta, sandboxBanner, scriptJson } from '../http/html.ts'
import { INLINE_SCRIPTS } from './inline-scripts.ts'
import { loadInviteeRenderer, readEntry } from './web-build.ts'

const TWO_MONTHS_MS = 62 * DAY

/** Loads the build of the pages that need no sign-in. `now` in epoch milliseconds. */
export async function loadPageRenderer(
  { webDir, mode, publicUrl, calendarCheck }: ServerOptions,
  now: () => number,
): Promise<PageRenderer> {
  const renderer = await loadInviteeRenderer(webDir)
  const bookingEntry = readEntry(webDir, 'invitee/booking/client.tsx', INLINE_SCRIPTS)
  const changeEntry = readEntry(webDir, 'invitee/booking/change-client.tsx', INLINE_SCRIPTS)
  const otherEntry = readEntry(webDir, 'invitee/client.tsx', INLINE_SCRIPTS)
  const banner = mode === 'sandbox' ? sandboxBanner : ''

  const entryOf = (page: PublicPage) =>
    page.kind !== 'booking' ? otherEntry : page.booking ? changeEntry : bookingEntry
  const dataOf = (page: PublicPage) => ({
    ...page,
    zones: zonesOf(page).map((zone) => shownRules(zone, now(), shownSince(page))),
  })

  return {
    renderPage(page, { isAddressPrivate = false } = {}) {
      const data = dataOf(page)
      const { title, description, html } = renderer.render(data)
      const { script, imports, styles, css, themeScript, policy } = entryOf(page)
      const isOpen = page.kind === 'booking' && !page.booking && !isOneOff(page.event.bookingUrlId)
      const openPage = isOpen ? page : null
      // Search engines must not index pages of a booking or a one-off link, or error pages.
      const forRobots = openPage
        ? introduction(title, description, publicUrl + bookingPath(openPage.event.bookingUrlId))
        : namedMeta('robots', 'noindex')
      // Chromium loads the fonts of an inline style with the page's URL as referrer, regardless of the policy. If the
      // URL contains a booking's id, a one-off link's token or an invitee's details, the style is loaded as a file
      // instead. Scripts that load later look for the file's link before they load it once more; without `media`, the
      // parser would load it ahead.
      const style =
        openPage && !isAddressPrivate
          ? `<style>${css}</style>${linksTo(styles, ' media="not all" disabled')}`
          : linksTo(styles)
      const inline = [themeScript, ...INLINE_SCRIPTS].map((text) => `<script>${text}</script>`).join('')
      return {
        policy: page.kind === 'booking' && calendarCheck ? policy + connectsTo(calendarCheck) : policy,
        html: `<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(title)}</title>
<meta name="referrer" content="no-referrer"><meta name="color-scheme" content="light dark">
${forRobots}
<link rel="icon" href="/favicon.svg" type="image/svg+xml">${style}
${inline}${imports.map((file) => `<link rel="modulepreload" href="/${file}">`).join('')}<script type="module" src="/${script}"></script></head>
<body>${banner}<div id="root">${html}</div>
<script type="application/json" id="page-data">${scriptJson(data)}</script></body></html>`,
      }
    },
    renderPreview(page) {
      const { title, html } = renderer.render(dataOf(page))
      return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(title)}</title>
<meta name="color-scheme" content="light dark">${linksTo(entryOf(page).styles)}</head>
<body><div id="root" data-preview>${html}</div></body></html>`
    },
  }
}

/** What a policy needs in addition for asking Google. */
const connectsTo = ({ freeBusyUrl, revocationUrl }: CalendarCheck) =>
  `; connect-src 'self' ${[freeBusyUrl, revocationUrl].filter(Boolean).join(' ')}`

const linksTo = (styles: readonly string[], attribute = '') =>
  styles.map((file) => `<link rel="stylesheet" href="/${file}"${attribute}>`).join('')

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
