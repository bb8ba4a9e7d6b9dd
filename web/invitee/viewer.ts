import { useSyncExternalStore } from 'react'
import type { CallFailed } from '../../contract/api/client.ts'
import { isTimeZone } from '../../contract/time/time-zones.ts'
import { VIEWER_COOKIE, type Viewer } from '../../contract/time/viewer.ts'
import { browserLocale } from '../data/browser-locale.ts'
import { isText, keep, readKept } from '../data/browser-storage.ts'
import { getDeviceTimeZone } from '../data/device-zone.ts'
import { loadZone } from './load-zones.ts'

/** A manually chosen zone applies to this tab; the clock is stored. */
const ZONE_KEY = 'readerTimeZone'
/** After the zone and an encoded `|`. */
const CLOCK_IN_COOKIE = new RegExp(`${VIEWER_COOKIE}=[^;]*%7C(12|24)`)
const YEAR_SECONDS = 31_536_000
const FIRST_RETRY_MS = 1000
const MAX_RETRY_MS = 60_000

const listeners = new Set<() => void>()
/** Null until `startViewer`, and on the server. */
let current: Viewer | null = null
/** The zone that the page should have. It has the server's until the rules are there. */
let wantedZone = ''
/** The device's own when that was last looked at. */
let deviceZone: string | null = null
let isLoadingZone = false
let latestChoice: symbol | null = null

/**
 * How times are formatted for the viewer. During hydration it is the server's guess, then the browser's own values as
 * far as their rules are known.
 */
export function useViewer(serverViewer: Viewer): Viewer {
  return useSyncExternalStore(
    subscribe,
    () => viewerInstead(serverViewer),
    () => serverViewer,
  )
}

/** The same object if nothing differs, to avoid re-rendering. */
export const viewerInstead = (serverViewer: Viewer) =>
  !current || isSame(current, serverViewer) ? serverViewer : current

const isSame = (one: Viewer, other: Viewer) =>
  one.locale === other.locale && one.timeZone === other.timeZone && one.hour12 === other.hour12

/**
 * Replaces the server's guess with what this browser knows: at once, or when the rules of its zone have arrived.
 * `linked` is the zone that a link names, which is remembered as if it had been chosen, and ignored if it doesn't
 * exist.
 */
export function startViewer(served: Viewer, linked: string | null = null): void {
  const { timeZone } = served
  const clock = CLOCK_IN_COOKIE.exec(document.cookie)?.[1]
  deviceZone = getDeviceTimeZone()
  wantedZone = linked ?? readKept('sessionStorage', ZONE_KEY, isText) ?? deviceZone ?? timeZone
  document.addEventListener('visibilitychange', followDevice)
  become({
    locale: browserLocale(),
    timeZone: isTimeZone(wantedZone) ? wantedZone : timeZone,
    hour12: clock ? clock === '12' : null,
  })
  const settle = (isFound: boolean) => {
    if (linked === null || wantedZone !== linked) return
    if (isFound) keep('sessionStorage', ZONE_KEY, linked)
    else startViewer(served)
  }
  if (isTimeZone(wantedZone)) settle(true)
  else void loadWantedZone().then(settle)
}

/** A traveler's device changes its zone while the page is open. */
function followDevice(): void {
  const before = deviceZone
  deviceZone = getDeviceTimeZone()
  const isFollowed = wantedZone === before && readKept('sessionStorage', ZONE_KEY, isText) === null
  if (!isFollowed || deviceZone === null || deviceZone === before) return
  wantedZone = deviceZone
  void loadWantedZone()
}

export function changeClock(hour12: boolean): void {
  become({ ...current!, hour12 })
}

/** Switches once the zone's rules are there, unless another one has been chosen since. Throws `CallFailed`. */
export async function chooseZone(timeZone: string): Promise<void> {
  const request = (latestChoice = Symbol())
  await loadZone(timeZone)
  if (request !== latestChoice) return
  wantedZone = timeZone
  keep('sessionStorage', ZONE_KEY, timeZone)
  become({ ...current!, timeZone })
}

/** Whether the page is likely to switch to another zone in a moment. */
export const isZoneLoading = () => isLoadingZone

/** Tries again while the server can't be reached. False if it doesn't know the zone, or another one is wanted since. */
async function loadWantedZone(): Promise<boolean> {
  const timeZone = wantedZone
  for (let waitMs = FIRST_RETRY_MS; ; waitMs = Math.min(waitMs * 2, MAX_RETRY_MS)) {
    isLoadingZone = true
    try {
      await loadZone(timeZone)
      if (wantedZone === timeZone) become({ ...current!, timeZone })
      return wantedZone === timeZone
    } catch (error) {
      if ([400, 404].includes((error as CallFailed).status)) return false
    } finally {
      isLoadingZone = false
    }
    await new Promise((resolve) => {
      setTimeout(resolve, waitMs)
      window.addEventListener('online', resolve, { once: true })
    })
    if (wantedZone !== timeZone) return false
  }
}

function become(viewer: Viewer): void {
  const { hour12 } = viewer
  const clock = hour12 === null ? '' : hour12 ? '12' : '24'
  document.cookie = `${VIEWER_COOKIE}=${encodeURIComponent(`${wantedZone}|${clock}`)}; path=/; max-age=${YEAR_SECONDS}; samesite=lax`
  current = viewer
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
