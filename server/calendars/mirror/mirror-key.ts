import { and, eq } from 'drizzle-orm'
import { calendarMirrors } from '../../db/schema.ts'

/** Names the mirror of one calendar. */
export interface MirrorKey {
  hostId: string
  calendarId: string
}

export const isMirror = ({ hostId, calendarId }: MirrorKey) =>
  and(eq(calendarMirrors.hostId, hostId), eq(calendarMirrors.calendarId, calendarId))

export const mirrorId = ({ hostId, calendarId }: MirrorKey) => `${hostId} ${calendarId}`

const DAY_MS = 86_400_000
/** No slots are offered beyond this. */
const MAX_DAYS_AHEAD = 1830

/** The furthest a mirror is asked to reach (epoch milliseconds): whole days, so that asking twice asks for the same. */
export const mirrorHorizon = (now: number) => (Math.floor(now / DAY_MS) + MAX_DAYS_AHEAD) * DAY_MS
