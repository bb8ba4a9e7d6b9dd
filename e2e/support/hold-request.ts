import type { Locator, Page } from '@playwright/test'
import { expect } from './support.ts'

/** Holds back requests that change or ask something, until the returned function is called. */
export async function holdRequest(page: Page, url: string | RegExp, method: string): Promise<() => void> {
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await page.route(url, async (route) => {
    if (route.request().method() === method) await held
    await route.fallback()
  })
  return release
}

/** That a question can't be closed while its answer is being sent. `keep` is its button that changes nothing. */
export async function expectLocked(keep: Locator): Promise<void> {
  await expect(keep).toBeDisabled()
  const { keyboard } = keep.page()
  // A browser's own dialog can prevent only the first one.
  await keyboard.press('Escape')
  await keyboard.press('Escape')
  await expect(keep).toBeDisabled()
}
