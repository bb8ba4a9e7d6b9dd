import type { Handler } from '../http/endpoint.ts'
import { toIso } from '../http/iso.ts'
import { agreedStart, bookingZones } from '../bookings/agreed-offsets.ts'
import { readUndecided } from '../bookings/undecided-bookings.ts'

export const listZoneChanges: Handler<'listZoneChanges'> = async ({ deps, caller }) => ({
  bookings: (await readUndecided(deps.db, caller.hostId, deps.now())).map((booking) => ({
    id: booking.id,
    title: booking.title,
    fullName: booking.fullName,
    startUtc: toIso(booking.startAt),
    zones: bookingZones(booking),
    agreedStartUtc: toIso(agreedStart(booking)),
  })),
})
