import { ok } from '../testing/server/api.ts'
import { expect, expectFits, test } from './support/support.ts'

const EVENTS = 200
const ON_A_PAGE = 50
const title = (number: number) =>
  `Quarterly architecture and roadmap review with everybody who has a stake in it, part ${number}`.padEnd(
    90,
    '.',
  )

/** The time from the response to the frame that shows the list, in milliseconds, measured in the page. */
declare global {
  interface Window {
    answeredAt: number
    paintedAt: number
  }
}

/** The intervals between frames while scrolling, in milliseconds, ascending. */
async function scroll(): Promise<number[]> {
  const gaps: number[] = []
  let last = await new Promise(requestAnimationFrame)
  for (let frame = 0; frame < 90; frame++) {
    window.scrollBy(0, 80)
    const now = await new Promise(requestAnimationFrame)
    gaps.push(now - last)
    last = now
  }
  return gaps.toSorted((a, b) => a - b)
}

test('two hundred events with long titles paint immediately, scroll smoothly and load completely', async ({
  visitor,
  server,
}) => {
  // Creates two hundred events, each with a request.
  test.setTimeout(120_000)
  const { page, token } = await visitor.openAsHost()
  for (let number = 1; number <= EVENTS; number++) {
    await ok(server.origin, 'createEvent', { token, body: { title: title(number) } })
  }
  await page.addInitScript(() => {
    const json = Response.prototype.text
    Response.prototype.text = async function (this: Response) {
      const text = await json.call(this)
      if (this.url.includes('/boomEvents')) window.answeredAt = performance.now()
      return text
    }
    new MutationObserver((_, observer) => {
      if (document.querySelectorAll('article').length === 0) return
      observer.disconnect()
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel()
        // Reported once the frame is on its way to the screen.
        port1.addEventListener('message', () => (window.paintedAt = performance.now()))
        port1.start()
        port2.postMessage(null)
      })
    }).observe(document, { childList: true, subtree: true })
  })
  for (const width of [360, 768, 1440]) {
    await expectFits(page, width)
    const took: number[] = []
    const scrolls: number[][] = []
    const painted = () => Math.min(...took)
    const frame = (part: number) => Math.min(...scrolls.map((gaps) => gaps[Math.floor(gaps.length * part)]!))
    // Sixty frames a second. One in twenty may be late on a busy machine.
    const isSmooth = () => painted() < 100 && frame(0.5) < 17.5 && frame(0.95) < 34
    // Other work on this machine slows some loads, so the fastest one counts.
    for (let load = 0; load < 5 && (load === 0 || !isSmooth()); load++) {
      await page.goto('/events')
      await page.waitForFunction(() => window.paintedAt > 0)
      took.push(await page.evaluate(() => window.paintedAt - window.answeredAt))
      await expect(page.getByRole('article')).toHaveCount(ON_A_PAGE)
      scrolls.push(await page.evaluate(scroll))
    }
    const measured = `painted after ${Math.round(painted())} ms; frames: median ${frame(0.5).toFixed(1)} ms, 95 of 100 under ${frame(0.95).toFixed(1)} ms`
    test.info().annotations.push({ type: `${width} px`, description: measured })
    expect(isSmooth(), measured).toBe(true)
    await expectFits(page, width)
  }
  const pages = page.getByRole('navigation', { name: 'Pages' })
  for (let number = 2; number <= EVENTS / ON_A_PAGE; number++) {
    await pages.getByRole('button', { name: 'Next' }).click()
    await expect(pages).toContainText(`Page ${number} of ${EVENTS / ON_A_PAGE}`)
    await expect(page.getByRole('article')).toHaveCount(ON_A_PAGE)
  }
  await expect(pages.getByRole('button', { name: 'Next' })).toBeDisabled()
  await expect(pages.getByRole('button', { name: 'Next' })).toBeFocused()
})
