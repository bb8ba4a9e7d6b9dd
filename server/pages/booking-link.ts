/** What a link to a booking page stands for. */
export interface BookingLink {
  bookingUrlId: string
  /** The path that replaced the link's; null if it is current. */
  movedTo?: string | null
  /** Of the host, read with the link. */
  revision?: number
}

/** The answer to a link that another one has replaced. */
export class Moved extends Error {
  /** A path. */
  readonly to: string

  constructor(to: string) {
    super(`Moved to ${to}`)
    this.to = to
  }
}
