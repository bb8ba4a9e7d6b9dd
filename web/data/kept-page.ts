/** What a page tells the service worker that keeps it readable without a connection. */
export interface KeptPage {
  /** The page's path. */
  path: string
  /** The paths of what it has loaded, such as fonts. */
  files: string[]
  /** When the meeting ends, ISO 8601; null if nothing is to be kept any longer. */
  until: string | null
}
