import { expect, type Page } from '@playwright/test'

/** What a screen reader hears of an item that is moved. */
export const announced = (page: Page) => page.locator('[id^=DndLiveRegion]')

/** The arrow keys are listened for a task later than it is said that an item is picked up. */
export const arrowsAreHeard = (page: Page): Promise<unknown> =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))

/** For a moment after an item is dropped, every click is taken for the one that ends the drag. */
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
