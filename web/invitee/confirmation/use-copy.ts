import { useEffect } from 'react'
import { confirmationWorkerPath } from '../../../contract/pages/page-paths.ts'
import { tellWorker } from '../drop-copy.ts'

/**
 * Keeps this page readable without a connection. `until` is when the meeting ends (ISO 8601), and null ends it; when
 * `content` changes, the page is copied again.
 */
export function useCopy(until: string | null, content: string): void {
  useEffect(() => {
    keep(until).catch(() => null)
  }, [until, content])
}

async function keep(until: string | null): Promise<void> {
  // Some browsers lack it in private windows, and all on pages without HTTPS.
  if (!('serviceWorker' in navigator)) return
  // Without a worker, there's no copy.
  if (until === null && !(await navigator.serviceWorker.getRegistration())) return
  await navigator.serviceWorker.register(confirmationWorkerPath)
  const { active } = await navigator.serviceWorker.ready
  tellWorker(active, { path: location.pathname, files: filesOf(document), until })
}

/** The paths of what this page has loaded besides itself and the API's answers. */
function filesOf({ head }: Document): string[] {
  const linked = [...head.querySelectorAll('link[href], script[src]')].map(
    (element) => element.getAttribute('href') ?? element.getAttribute('src')!,
  )
  const loaded = performance
    .getEntriesByType('resource')
    .map(({ name }) => new URL(name))
    .filter(({ origin, pathname }) => origin === location.origin && pathname.startsWith('/public-assets/'))
  return [...new Set([...linked, ...loaded.map(({ pathname }) => pathname)])]
}
