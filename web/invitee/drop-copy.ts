import { confirmationPath } from '../../contract/pages/page-paths.ts'
import type { KeptPage } from '../data/kept-page.ts'

/**
 * Deletes the copy of a booking's page that its service worker keeps, because a change has made it outdated. The page
 * is copied again when it shows the change.
 */
export async function dropCopy(bookingId: string): Promise<void> {
  const path = confirmationPath(bookingId)
  try {
    // The next page must not get it, however busy the worker is.
    const names = (await caches.keys()).filter((name) => name.endsWith(` ${path}`))
    await Promise.all(names.map((name) => caches.delete(name)))
    // The worker may be storing one that it fetched before the change.
    const registration = await navigator.serviceWorker.getRegistration(path)
    tellWorker(registration?.active, { path, files: [], until: null })
  } catch {
    // Some browsers have no copies in private windows, and all on pages without HTTPS.
  }
}

export function tellWorker(worker: ServiceWorker | null | undefined, page: KeptPage): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- Workers of this origin get it, whatever the rule says.
  worker?.postMessage(page)
}
