/** How a viewer's times are shown. The server guesses; the browser knows. */
export interface Viewer {
  /** BCP 47. */
  locale: string
  timeZone: string
  /** Null for the locale's own clock. */
  hour12: boolean | null
}

/** The cookie in which the browser remembers its viewer's zone and clock: `zone|12`, `zone|24` or `zone|`. */
export const VIEWER_COOKIE = 'boomtime_reader'
