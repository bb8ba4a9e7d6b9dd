import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { InviteePageRenderer, SitePageRenderer } from '../../contract/pages/page-data.ts'

interface ManifestChunk {
  file: string
  imports?: string[]
  css?: string[]
  assets?: string[]
}

/** The browser files of a server-rendered page. */
interface Entry {
  /** Paths without a leading slash. */
  script: string
  /** What the script imports. */
  imports: string[]
  assets: string[]
  styles: string[]
  /**
   * The content of `styles`. The page inlines it and the theme script, because every request before the first paint
   * adds a round trip.
   */
  css: string
  themeScript: string
  /** The content security policy that allows exactly these inline parts. */
  policy: string
}

export const loadInviteeRenderer = (webDir: string) => load<InviteePageRenderer>(webDir, 'invitee.js')
export const loadSiteRenderer = (webDir: string) => load<SitePageRenderer>(webDir, 'site.js')

async function load<Renderer>(webDir: string, file: string): Promise<Renderer> {
  return (await import(pathToFileURL(path.join(webDir, 'public-server', file)).href)) as Renderer
}

/** The service worker of the confirmation pages. */
export function readWorker(webDir: string): string {
  const { script } = readEntry(webDir, 'worker/keep-confirmations.ts')
  return fs.readFileSync(path.join(webDir, 'public', script), 'utf8')
}

/** `scripts`: what the page inlines besides the theme script. */
export function readEntry(webDir: string, source: string, scripts: readonly string[] = []): Entry {
  const dir = path.join(webDir, 'public')
  const manifest = JSON.parse(fs.readFileSync(path.join(dir, '.vite', 'manifest.json'), 'utf8')) as Record<
    string,
    ManifestChunk
  >
  const chunks = withImports(manifest, source)
  const { file: script } = manifest[source]!
  const imports = chunks.map(({ file }) => file).filter((file) => file !== script)
  const styles = chunks.flatMap((chunk) => chunk.css ?? [])
  const assets = chunks.flatMap((chunk) => chunk.assets ?? [])
  const css = styles.map((file) => fs.readFileSync(path.join(dir, file), 'utf8')).join('')
  // Browsers normalize line ends before they compare the hash, and a checkout on Windows has CRLF.
  const themeScript = fs.readFileSync(path.join(webDir, 'host', 'theme.js'), 'utf8').replaceAll('\r\n', '\n')
  const policy = [
    "default-src 'self'",
    `script-src 'self' ${[themeScript, ...scripts].map(hashSource).join(' ')}`,
    `style-src 'self' ${hashSource(css)}`,
    "img-src 'self' data:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
  return { script, imports, assets, styles, css, themeScript, policy }
}

/** A chunk after everything that it imports, so that its styles win. */
function withImports(manifest: Record<string, ManifestChunk>, source: string): ManifestChunk[] {
  const chunk = manifest[source]!
  return [...new Set([...(chunk.imports ?? []).flatMap((name) => withImports(manifest, name)), chunk])]
}

/** Allows this exact inline script or style. */
export const hashSource = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
