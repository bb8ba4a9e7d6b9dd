import type { FastifyRequest } from 'fastify'
import { isTimeZone } from '../../availability/wall-time.ts'
import { READER_COOKIE, type Reader } from '../../contract/pages.ts'

const FALLBACK_LOCALE = 'en-US'

/** How to show times to whoever asks: by what their browser remembers, else by what it says of its language. */
export function readerOf(request: FastifyRequest, fallbackZone: string): Reader {
  const [zone = '', clock] = (request.cookies[READER_COOKIE] ?? '').split('|')
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
    // Without what anybody may append: a format is made and kept for each locale.
    const plain = [language, script, region].filter(Boolean).join('-')
    return Intl.DateTimeFormat.supportedLocalesOf([plain])[0] ?? FALLBACK_LOCALE
  } catch {
    return FALLBACK_LOCALE
  }
}
