import { expect, type Page } from '@playwright/test'

/**
 * Goes to another screen of the host app like a link in it, without loading the page again. What the server changed
 * since may come late.
 */
export async function goWithin(page: Page, address: string): Promise<void> {
  const before = await page.title()
  await page.evaluate((to) => history.pushState(null, '', to), address)
  await expect(page).not.toHaveTitle(before)
}
