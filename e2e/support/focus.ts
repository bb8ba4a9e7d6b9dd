import { expect, type Page } from '@playwright/test'

/**
 * Goes back through that many controls of a page, or on with Tab, and asserts that each one can be seen while it has the
 * focus: a bar that sticks to the top or the bottom must not cover it.
 */
export async function expectFocusSeen(
  page: Page,
  count: number,
  key: 'Tab' | 'Shift+Tab' = 'Shift+Tab',
): Promise<void> {
  const covered: string[] = []
  for (let pressed = 0; pressed < count; pressed++) {
    await page.keyboard.press(key)
    const name = await page.evaluate(coveredFocus)
    if (name !== null) covered.push(name)
  }
  expect(covered).toEqual([])
}

/** The focused element's HTML if something covers all of it; null if it can be seen. Runs in the page. */
function coveredFocus(): string | null {
  const focused = document.activeElement
  if (!focused || focused === document.body) return 'nothing has the focus'
  const { left, top, width, height } = focused.getBoundingClientRect()
  const isSeen = [0.2, 0.5, 0.8].some((part) => {
    const hit = document.elementFromPoint(left + width * part, top + height * part)
    // A switch's input is hidden in its label, which shows the focus.
    return hit !== null && (focused.contains(hit) || hit.contains(focused))
  })
  return isSeen ? null : focused.outerHTML.slice(0, 120)
}
