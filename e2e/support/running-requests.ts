import { expect, type Page, type Request } from '@playwright/test'

/** Follows the requests with this URL. What it returns waits until none of them is on its way. */
export function followRequests(page: Page, url: RegExp): () => Promise<void> {
  const running = new Set<Request>()
  page.on('request', (request) => {
    if (url.test(request.url())) running.add(request)
  })
  for (const end of ['requestfinished', 'requestfailed'] as const) {
    page.on(end as 'requestfinished', (request) => running.delete(request))
  }
  const count = async () => {
    // By then the page has dealt with the last answer, which may lead to another request.
    await page.evaluate(() => null)
    return running.size
  }
  return () => expect.poll(count).toBe(0)
}
