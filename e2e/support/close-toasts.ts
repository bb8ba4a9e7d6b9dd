import { expect, type Page } from '@playwright/test'

/** Closes the toasts of a page, also if one disappears before the click. */
export async function closeToasts(page: Page): Promise<void> {
  const close = page.getByRole('button', { name: 'Close toast' })
  await close.evaluateAll((all: HTMLElement[]) => all.forEach((button) => button.click()))
  await expect(close).toHaveCount(0)
}
