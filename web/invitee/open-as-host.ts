import { fetchOwnPage, pageDataOf } from './own-page.ts'

/**
 * Replaces the page that says that there is no event with the one that only the event's host gets. Whether that is a
 * booking page, which starts itself.
 */
export async function openAsHost(): Promise<boolean> {
  const page = pageDataOf(document)
  if (page.kind !== 'message' || !page.mayBeOwn) return false
  const own = await fetchOwnPage().catch(() => null)
  if (own === null) return false
  // Read before its parts move.
  const { kind } = pageDataOf(own)
  document.title = own.title
  for (const id of ['root', 'page-data']) document.getElementById(id)!.replaceWith(own.getElementById(id)!)
  if (kind !== 'booking') return false
  await import(/* @vite-ignore */ own.querySelector<HTMLScriptElement>('script[type="module"]')!.src)
  return true
}
