import fs from 'node:fs'
import path from 'node:path'
import { type Browser, packagedChromium } from './packaged-chromium.ts'

/** How to launch a browser for tests. */
export async function chromiumOptions(): Promise<Partial<Browser> & { args: string[] }> {
  return {
    ...(await findBrowser()),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  }
}

/** The one that CHROME_PATH names, else the packaged one, else one that is installed; null leaves it to Playwright. */
async function findBrowser(): Promise<Browser | null> {
  const { env, platform, arch } = process
  const given = env['CHROME_PATH']
  if (given) return { executablePath: given, env }
  if (platform === 'linux' && arch === 'x64') return packagedChromium()
  const executablePath = installedBrowsers().find((file) => fs.existsSync(file))
  return executablePath ? { executablePath, env } : null
}

/** A Chromium that can load extensions, unlike the packaged one and branded browsers; null if none is installed. */
export function extensionBrowser(): string | null {
  const installed = installedBrowsers().filter((file) => /chromium/i.test(path.basename(file)))
  return installed.find((file) => fs.existsSync(file)) ?? null
}

/** Where Chrome, Chromium and Edge are installed. */
function installedBrowsers(): string[] {
  if (process.platform === 'darwin')
    return ['Google Chrome', 'Chromium', 'Microsoft Edge'].map(
      (name) => `/Applications/${name}.app/Contents/MacOS/${name}`,
    )
  if (process.platform === 'win32')
    return [process.env['PROGRAMFILES'], process.env['PROGRAMFILES(X86)']].flatMap((folder = '') => [
      path.join(folder, 'Google/Chrome/Application/chrome.exe'),
      path.join(folder, 'Microsoft/Edge/Application/msedge.exe'),
    ])
  return ['google-chrome', 'chromium', 'chromium-browser', 'microsoft-edge'].map((name) => `/usr/bin/${name}`)
}
