import type { AnyRouter } from '@tanstack/react-router'

/**
 * A part of the app that is loaded when it is wanted. One that is missing makes the router load the page anew, in case a
 * new version has come out; without a connection that would throw the app away, so then the error is shown instead.
 */
export function part<Module>(load: () => Promise<Module>): () => Promise<Module> {
  return () =>
    load().catch((error: unknown) => {
      if (navigator.onLine) throw error
      throw new Error('We couldn’t load this part of the app', { cause: error })
    })
}

const PAUSE_MS = 2000

/** Loads the parts that are not there yet once the page has come to rest, so that they are there when the connection is not. */
export function loadAllParts(router: AnyRouter): void {
  window.addEventListener('load', () => {
    setTimeout(() => {
      for (const { options } of Object.values<{ options: { component?: unknown } }>(router.routesById)) {
        const { preload } = (options.component ?? {}) as { preload?: () => Promise<void> }
        void preload?.()
      }
    }, PAUSE_MS)
  })
}
