import { test, type Page } from '@playwright/test'

const TRIES = 5

/**
 * How long `measure` takes (milliseconds) as a multiple of a fixed piece of work in the same page, which a slow or busy
 * machine slows down alike. The fastest try of each counts.
 */
export async function inYardsticks(page: Page, measure: () => Promise<number>): Promise<number> {
  const yardsticks: number[] = []
  const measured: number[] = []
  for (let index = 0; index < TRIES; index++) {
    yardsticks.push(await page.evaluate(yardstick))
    measured.push(await measure())
  }
  const [one, ms] = [Math.min(...yardsticks), Math.min(...measured)]
  const description = `${Math.round(ms)} ms; a yardstick ${Math.round(one)} ms`
  test.info().annotations.push({ type: 'fastest', description })
  return ms / one
}

/** Writes and reads a document that nobody sees, so that the page's own has no part in it; returns the milliseconds. */
function yardstick(): number {
  const ROWS = 10_000
  const start = performance.now()
  const { body } = document.implementation.createHTMLDocument('')
  for (let row = 0; row < ROWS; row++) {
    const item = document.createElement('p')
    item.className = `row-${row}`
    item.append(`Row ${row}`, document.createElement('button'))
    body.append(item)
  }
  const copy = document.implementation.createHTMLDocument('')
  copy.body.innerHTML = body.innerHTML
  if (copy.querySelectorAll('p > button').length !== ROWS) throw new Error('The rows are missing')
  return performance.now() - start
}
