import { product } from '../contract/product.ts'

export type BrowserName = 'chrome' | 'firefox'

/** Google Calendar, the only page that the extension changes. */
export const CALENDAR_ORIGIN = 'https://calendar.google.com'

/** Where a host's Boomtime may be. Plain HTTP is for trying it out on the same computer. */
const anyServer = ['https://*/*', 'http://127.0.0.1/*', 'http://localhost/*']

const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self'",
  'connect-src https: http://127.0.0.1:* http://localhost:*',
  "base-uri 'none'",
  "form-action 'none'",
  `frame-ancestors ${CALENDAR_ORIGIN}`,
].join('; ')

const icons = Object.fromEntries([16, 32, 48, 128].map((size) => [size, `icons/${size}.png`]))

interface Options {
  browser: BrowserName
  /** For tests, which cannot answer the browser's question about a host permission. Never published. */
  isTest: boolean
}

export function manifest({ browser, isTest }: Options) {
  const script = 'background.js'
  return {
    manifest_version: 3,
    name: product.name,
    version: product.version,
    description:
      'Who you’re meeting, what they answered and your private notes, right inside Google Calendar.',
    icons,
    action: { default_title: product.name, default_popup: 'popup.html', default_icon: icons },
    options_ui: { page: 'options.html', open_in_tab: true },
    background:
      browser === 'chrome'
        ? { service_worker: script, type: 'module' }
        : { scripts: [script], type: 'module' },
    content_scripts: [
      { matches: [`${CALENDAR_ORIGIN}/*`], js: ['calendar.js'], run_at: 'document_idle', all_frames: false },
    ],
    web_accessible_resources: [{ resources: ['panel.html'], matches: [`${CALENDAR_ORIGIN}/*`] }],
    permissions: ['storage', 'scripting'],
    optional_host_permissions: anyServer,
    ...(isTest && { host_permissions: ['http://localhost/*'] }),
    content_security_policy: { extension_pages: contentSecurityPolicy },
    ...(browser === 'chrome'
      ? { minimum_chrome_version: '123' }
      : {
          browser_specific_settings: {
            gecko: {
              id: 'extension@boomtime.example',
              strict_min_version: '142.0',
              data_collection_permissions: { required: ['none'] },
            },
          },
        }),
  }
}
