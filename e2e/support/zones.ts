import type { Locator, Page } from '@playwright/test'
import { expect } from './support.ts'

/** What shows the zone on an invitee's page, and opens the search for another one. */
export const zoneButton = (page: Page): Locator => page.getByRole('button', { name: /^Times are shown in/ })

/** The search field of the open panel. */
export const zoneSearch = (page: Page): Locator => page.getByRole('combobox', { name: 'Search time zones' })

/** Chooses the first zone that a search finds. */
export async function chooseZone(page: Page, query: string): Promise<void> {
  await zoneButton(page).click()
  await zoneSearch(page).fill(query)
  // The server's list, which also has countries, may still be on its way.
  await expect(page.getByRole('option').first()).toBeVisible()
  await zoneSearch(page).press('Enter')
  await expect(zoneSearch(page)).toHaveCount(0)
}
