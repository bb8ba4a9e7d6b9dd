import type { Page } from '@playwright/test'

/** Holds back requests that change or ask something, until the returned function is called. */
export async function holdRequest(page: Page, url: string, method: string): Promise<() => void> {
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await page.route(url, async (route) => {
    if (route.request().method() === method) await held
    await route.fallback()
  })
  return release
}
