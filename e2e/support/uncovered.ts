import { expect, type Locator } from '@playwright/test'

const SIZES = { wide: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } }

/**
 * Asserts that a toast, once it has moved into its place, leaves buttons uncovered. In a wide window it covers nothing
 * but the header, however the page is scrolled.
 */
export async function expectUncovered(
  by: string,
  buttons: readonly Locator[],
  sizes: readonly (keyof typeof SIZES)[] = ['wide', 'phone'],
): Promise<void> {
  const page = buttons[0]!.page()
  const toast = page.getByRole('listitem').filter({ hasText: by })
  const before = page.viewportSize()!
  for (const size of sizes) {
    await page.setViewportSize(SIZES[size])
    // It stays while the mouse is over it.
    await toast.hover()
    if (size === 'wide') {
      const { height } = (await page.locator('header').first().boundingBox())!
      await expect.poll(async () => bottomOf((await toast.boundingBox())!)).toBeLessThanOrEqual(height)
    }
    for (const button of buttons) {
      for (const place of ['window', 'page'] as const) {
        await button.evaluate(scrollToEnd, place)
        await expect
          .poll(async () => areApart((await toast.boundingBox())!, (await button.boundingBox())!))
          .toBe(true)
      }
    }
  }
  await page.setViewportSize(before)
  await page.mouse.move(0, 0)
}

/** Scrolls the button to the end of the window, or to where it is at the end of the page. */
function scrollToEnd(button: Element, place: 'window' | 'page') {
  if (place === 'window') button.scrollIntoView({ block: 'end' })
  else window.scrollTo(0, document.documentElement.scrollHeight)
}

type Box = NonNullable<Awaited<ReturnType<Locator['boundingBox']>>>

const bottomOf = ({ y, height }: Box) => y + height

const areApart = (a: Box, b: Box) =>
  a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y || b.y + b.height <= a.y
