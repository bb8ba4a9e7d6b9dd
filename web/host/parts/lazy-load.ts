import type { AnyRouter } from '@tanstack/react-router'

/**
 * A part of the app that loads on demand. If it is missing, the router reloads the page, in case there is a new
 * version. Without a connection, a reload would lose the app, so an error is shown instead.
 */
export function lazyLoad<Module>(load: () => Promise<Module>): () => Promise<Module> {
  return () =>
    load().catch((error: unknown) => {
      if (navigator.onLine) throw error
      throw new Error('We couldn’t load this part of the app', { cause: error })
    })
}

const idle = Promise.withResolvers<void>()

/** Also preloads what any screen may open. If it is missing, opening it says so. */
export const preload = (load: () => Promise<unknown>) => void idle.promise.then(load).catch(() => {})

const PAUSE_MS = 2000

/** Preloads the remaining parts once the page is idle, so that they work without a connection. */
export function preloadScreens(router: AnyRouter): void {
  window.addEventListener('load', () => {
    setTimeout(() => {
      idle.resolve()
      for (const { options } of Object.values<{ options: { component?: unknown } }>(router.routesById)) {
        const component = (options.component ?? {}) as { preload?: () => Promise<void> }
        void component.preload?.()
      }
    }, PAUSE_MS)
  })
}
