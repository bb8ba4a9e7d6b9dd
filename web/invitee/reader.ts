import { useSyncExternalStore } from 'react'
import { READER_COOKIE, type Reader } from '../../contract/pages.ts'
import { isText, keep, readKept } from '../data/browser-storage.ts'

/** A zone chosen by hand holds for this tab; the clock is remembered. */
const ZONE_KEY = 'readerTimeZone'
const YEAR_SECONDS = 31_536_000

const listeners = new Set<() => void>()
let current: Reader | null = null

/**
 * How times are shown to whoever reads. While the server's page is taken over it is what the server went by; then it is
 * what the browser knows.
 */
export function useReader(ofServer: Reader): Reader {
  return useSyncExternalStore(
    subscribe,
    // The same object where both agree: then nothing is drawn anew.
    () => (isSame(ofBrowser(), ofServer) ? ofServer : ofBrowser()),
    () => ofServer,
  )
}

const isSame = (one: Reader, other: Reader) =>
  one.locale === other.locale && one.timeZone === other.timeZone && one.hour12 === other.hour12

export function changeReader(change: Partial<Pick<Reader, 'timeZone' | 'hour12'>>): void {
  current = { ...ofBrowser(), ...change }
  if (change.timeZone) keep('sessionStorage', ZONE_KEY, change.timeZone)
  remember(current)
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function ofBrowser(): Reader {
  if (current) return current
  const [, clock] = (readCookie() ?? '').split('|')
  current = {
    locale: navigator.language,
    timeZone:
      readKept('sessionStorage', ZONE_KEY, isText) ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
    hour12: clock === '12' ? true : clock === '24' ? false : null,
  }
  remember(current)
  return current
}

function remember({ timeZone, hour12 }: Reader): void {
  const clock = hour12 === null ? '' : hour12 ? '12' : '24'
  document.cookie = `${READER_COOKIE}=${encodeURIComponent(`${timeZone}|${clock}`)}; path=/; max-age=${YEAR_SECONDS}; samesite=lax`
}

function readCookie(): string | undefined {
  const found = document.cookie.split('; ').find((cookie) => cookie.startsWith(`${READER_COOKIE}=`))
  return found && decodeURIComponent(found.slice(READER_COOKIE.length + 1))
}
