import { createHash } from 'node:crypto'
import type { BookingEntry } from '../adapters/calendar-provider.ts'

/**
 * Tells what we last wrote from other states of a booking. Without the video call, whose link is added to the entry
 * later.
 */
export function bookingDigest(entry: BookingEntry): string {
  const text = JSON.stringify({ ...entry, conference: null, isNew: null })
  return createHash('sha256').update(text).digest('base64url').slice(0, 22)
}
