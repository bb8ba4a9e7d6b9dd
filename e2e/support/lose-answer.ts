import type { Page } from '@playwright/test'

/** The next request with this URL reaches the server, but the connection ends before its answer arrives. */
export async function loseAnswer(page: Page, url: string): Promise<void> {
  await page.route(
    url,
    async (route) => {
      await route.fetch()
      await route.abort('connectionreset')
    },
    { times: 1 },
  )
}
