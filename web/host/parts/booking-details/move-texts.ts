import { momentText, offsetText, zoneName, zoneText } from '../../../../contract/time/time-text.ts'
import type { Viewer } from '../../../../contract/time/viewer.ts'
import { withOffset } from '../../../../contract/time/with-offset.ts'

/** The times (ISO 8601) that a booking moves from and to, and the zone of both. */
export function moveTexts(from: string, to: string, viewer: Viewer) {
  const [offset, newOffset] = [from, to].map((start) => offsetText(Date.parse(start), viewer.timeZone))
  return {
    now: withOffset(momentText(from, viewer), from, viewer, to),
    newTime: withOffset(momentText(to, viewer), to, viewer, from),
    zone: offset === newOffset ? zoneText(to, viewer) : zoneName(viewer.timeZone),
  }
}
