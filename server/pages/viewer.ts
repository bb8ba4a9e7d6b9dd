import type { FastifyRequest } from 'fastify'
import { isTimeZone } from '../../contract/time/time-zones.ts'
import { VIEWER_COOKIE, type Viewer } from '../../contract/time/viewer.ts'

const FALLBACK_LOCALE = 'en-US'

/** How to format times for a visitor: from the browser's cookie, or else from its language. */
export function viewerOf(request: FastifyRequest, fallbackZone: string): Viewer {
  const [zone = '', clock] = (request.cookies[VIEWER_COOKIE] ?? '').split('|')
  return {
    locale: localeOf(request.headers['accept-language']),
    timeZone: isTimeZone(zone) ? zone : fallbackZone,
    hour12: clock === '12' ? true : clock === '24' ? false : null,
  }
}

function localeOf(header: string | undefined): string {
  const first = header?.split(',')[0]?.split(';')[0]?.trim()
  if (!first || first === '*') return FALLBACK_LOCALE
  try {
    const { language, script, region } = new Intl.Locale(first)
    // Without extensions, because clients choose them freely and each locale's format is cached.
    const plain = [language, script, region].filter(Boolean).join('-')
    return Intl.NumberFormat.supportedLocalesOf([plain])[0] ?? FALLBACK_LOCALE
  } catch {
    return FALLBACK_LOCALE
  }
}
