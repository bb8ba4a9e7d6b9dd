import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { InviteePageRenderer, SitePageRenderer } from '../../contract/page-data.ts'

interface ManifestChunk {
  file: string
  css?: string[]
  assets?: string[]
}

/** What a page that the server renders loads in the browser. */
interface Entry {
  /** Addresses, without the slash at the start. */
  script: string
  assets: string[]
  styles: string[]
  /** What `styles` hold. It and the script stand in the page itself: whatever is fetched before the first paint delays it by a round trip. */
  css: string
  themeScript: string
  /** The content security policy under which just that may run. */
  policy: string
}

export const loadInviteeRenderer = (webDir: string) => load<InviteePageRenderer>(webDir, 'invitee.js')
export const loadSiteRenderer = (webDir: string) => load<SitePageRenderer>(webDir, 'site.js')

async function load<Renderer>(webDir: string, file: string): Promise<Renderer> {
  return (await import(pathToFileURL(path.join(webDir, 'public-server', file)).href)) as Renderer
}

export function readEntry(webDir: string, source: string): Entry {
  const dir = path.join(webDir, 'public')
  const manifest = JSON.parse(fs.readFileSync(path.join(dir, '.vite', 'manifest.json'), 'utf8')) as Record<
    string,
    ManifestChunk
  >
  const { file: script, css: styles = [], assets = [] } = manifest[source]!
  const css = styles.map((file) => fs.readFileSync(path.join(dir, file), 'utf8')).join('')
  // Browsers read line ends as one character before they compare the hash; a checkout on Windows has two.
  const themeScript = fs.readFileSync(path.join(webDir, 'host', 'theme.js'), 'utf8').replaceAll('\r\n', '\n')
  const policy = [
    "default-src 'self'",
    `script-src 'self' ${hashSource(themeScript)}`,
    `style-src 'self' ${hashSource(css)}`,
    "img-src 'self' data:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
  return { script, assets, styles, css, themeScript, policy }
}

/** Lets just this text run, or style, where nothing inline may. */
const hashSource = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
