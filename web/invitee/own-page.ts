import type { PublicPageData } from '../../contract/pages/page-data.ts'
import { sessionToken, withToken } from './booking/for-somebody/use-for-somebody.ts'

/** What a document of ours comes with. */
export const pageDataOf = (page: Document) =>
  JSON.parse(page.getElementById('page-data')!.textContent) as PublicPageData

/** The page at this address as the signed-in host gets it; null if it isn't their event's. */
export async function fetchOwnPage(): Promise<Document | null> {
  const token = sessionToken()
  return token === null ? null : fetchPage(withToken(token))
}

/** The page at this address as it is now; null if there is none. */
export async function fetchPage(headers: Record<string, string> = {}): Promise<Document | null> {
  const response = await fetch(location.href, { headers })
  if (response.status === 404) return null
  const page = new DOMParser().parseFromString(await response.text(), 'text/html')
  return page.getElementById('page-data') && page
}
