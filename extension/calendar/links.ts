import { confirmationPath } from '../../contract/pages/page-paths.ts'

/** The id or token in the path of a confirmation page. */
const PATH = new RegExp(`^${confirmationPath('([\\w-]{1,64})')}/?$`)

/** Google wraps links in entries: `https://www.google.com/url?q=https%3A%2F%2F…`. */
const isWrapper = ({ hostname, pathname }: URL) =>
  /^(www\.)?google(\.[a-z]{2,3}){1,2}$/.test(hostname) && pathname === '/url'

/** The URL that a link in an entry leads to; null if it is none. */
export function unwrap(link: string): URL | null {
  if (!URL.canParse(link)) return null
  const url = new URL(link)
  if (!isWrapper(url)) return url
  const target = url.searchParams.get('q') ?? url.searchParams.get('url')
  return target !== null && URL.canParse(target) ? new URL(target) : null
}

/** The URLs in a text, without the punctuation after them. */
export const linksInText = (text: string): string[] =>
  [...text.matchAll(/https?:\/\/[^\s<>"'()[\]{}]+/gi)].map(([link]) => link.replace(/[.,;:!?…]+$/, ''))

/** Whether a link leads to a confirmation page, wherever that is. */
const bookingIdOf = (url: URL) => PATH.exec(url.pathname)?.[1] ?? null

export const mayBeBookingLink = (link: string): boolean => {
  const url = unwrap(link)
  return url !== null && bookingIdOf(url) !== null
}

/**
 * The id or token of the last link to a confirmation page of the Boomtime at `origin`; null if there is none. Ours ends
 * the description; earlier ones may be what an invitee answered.
 */
export function findBookingId(links: readonly string[], origin: string): string | null {
  for (const link of links.toReversed()) {
    const url = unwrap(link)
    const id = url?.origin === origin ? bookingIdOf(url) : null
    if (id) return id
  }
  return null
}
