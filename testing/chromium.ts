import fs from 'node:fs'

const installed = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/** Launch options for the test browser: the one in CHROME_PATH, else an installed one, else Playwright's own. */
export function chromiumOptions(): { executablePath?: string; args: string[] } {
  const executablePath = process.env['CHROME_PATH'] ?? installed.find((file) => fs.existsSync(file))
  return {
    ...(executablePath && { executablePath }),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  }
}
