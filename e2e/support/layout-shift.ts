import type { Page } from '@playwright/test'

/** Watches the pages that are opened next. Answers how much of the layout has shifted since the page was opened. */
export async function watchLayout(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const shifts: number[] = []
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        shifts.push((entry as PerformanceEntry & { value: number }).value)
    }).observe({ type: 'layout-shift', buffered: true })
  })
  return () =>
    page.evaluate(() => {
      const { shifts } = window as unknown as { shifts: number[] }
      return shifts.reduce((sum, value) => sum + value, 0)
    })
}
