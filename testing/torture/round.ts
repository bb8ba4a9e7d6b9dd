import type { Booking, History, Host } from './history.ts'
import type { Installation } from './installation.ts'

/** Some time of random operations on new hosts, which ends with the checks. */
export interface Round {
  installation: Installation
  history: History
  hosts: Host[]
  bookings: Booking[]
  /** The midnight (UTC) where the days begin that are booked, in epoch milliseconds. */
  base: number
  /** When the operations end (epoch milliseconds). */
  until: number
}
