import type { Page } from '@playwright/test'

/**
 * Once the requests of a page are intercepted, they are until it closes. Playwright would stop when the last route goes,
 * and requests that are on their way would sometimes never be answered.
 */
export function keepIntercepting(page: Page): void {
  const route = page.route.bind(page)
  let kept: Promise<unknown> | null = null
  page.route = async (...args) => {
    await (kept ??= page.context().route(/^nothing:/, (request) => request.fallback()))
    return route(...args)
  }
}
