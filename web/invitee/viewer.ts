import { useSyncExternalStore } from 'react'
import { VIEWER_COOKIE, type Viewer } from '../../contract/viewer.ts'
import { browserLocale } from '../data/browser-locale.ts'
import { isText, keep, readKept } from '../data/browser-storage.ts'

/** A manually chosen zone applies to this tab; the clock is stored. */
const ZONE_KEY = 'readerTimeZone'
const YEAR_SECONDS = 31_536_000

const listeners = new Set<() => void>()
let current: Viewer | null = null

/**
 * How times are formatted for the viewer. During hydration it is the server's guess, then the browser's own values.
 */
export function useViewer(serverViewer: Viewer): Viewer {
  return useSyncExternalStore(
    subscribe,
    // The same object if both are equal, to avoid re-rendering.
    () => (isSame(browserViewer(), serverViewer) ? serverViewer : browserViewer()),
    () => serverViewer,
  )
}

const isSame = (one: Viewer, other: Viewer) =>
  one.locale === other.locale && one.timeZone === other.timeZone && one.hour12 === other.hour12

export function changeViewer(change: Partial<Pick<Viewer, 'timeZone' | 'hour12'>>): void {
  current = { ...browserViewer(), ...change }
  if (change.timeZone) keep('sessionStorage', ZONE_KEY, change.timeZone)
  remember(current)
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function browserViewer(): Viewer {
  if (current) return current
  const [, clock] = (readCookie() ?? '').split('|')
  current = {
    locale: browserLocale(),
    timeZone:
      readKept('sessionStorage', ZONE_KEY, isText) ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
    hour12: clock === '12' ? true : clock === '24' ? false : null,
  }
  remember(current)
  return current
}

function remember({ timeZone, hour12 }: Viewer): void {
  const clock = hour12 === null ? '' : hour12 ? '12' : '24'
  document.cookie = `${VIEWER_COOKIE}=${encodeURIComponent(`${timeZone}|${clock}`)}; path=/; max-age=${YEAR_SECONDS}; samesite=lax`
}

function readCookie(): string | undefined {
  const found = document.cookie.split('; ').find((cookie) => cookie.startsWith(`${VIEWER_COOKIE}=`))
  return found && decodeURIComponent(found.slice(VIEWER_COOKIE.length + 1))
}
