import { expect, type Page } from '@playwright/test'

/** The screen reader announcements while an item is moved. */
export const announced = (page: Page) => page.locator('[id^=DndLiveRegion]')

/** The arrow keys work one task after the item is announced as picked up. */
export const arrowsAreHeard = (page: Page): Promise<unknown> =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))

/** For a moment after an item is dropped, every click counts as the end of the drag. */
export async function clicksAreHeard(page: Page): Promise<void> {
  const isHeard = () =>
    page.evaluate(() => {
      let heard = false
      document.body.addEventListener('click', () => (heard = true), { once: true })
      document.body.click()
      return heard
    })
  await expect.poll(isHeard).toBe(true)
}
