import fs from 'node:fs'

const installed = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/** How to launch a browser for tests: the one that CHROME_PATH names, else one installed here, else Playwright's own. */
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
