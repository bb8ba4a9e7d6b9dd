import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { manifest } from './manifest.ts'

const icons = {
  '16': 'icons/16.png',
  '32': 'icons/32.png',
  '48': 'icons/48.png',
  '128': 'icons/128.png',
}

test('what is published asks for nothing but what it needs', () => {
  const chrome = manifest({ browser: 'chrome', isTest: false })
  expect(chrome).toEqual({
    manifest_version: 3,
    name: 'Boomtime',
    version: '0.1.0',
    description:
      'Who you’re meeting, what they answered and your private notes, right inside Google Calendar.',
    icons,
    action: { default_title: 'Boomtime', default_popup: 'popup.html', default_icon: icons },
    options_ui: { page: 'options.html', open_in_tab: true },
    background: { service_worker: 'background.js', type: 'module' },
    content_scripts: [
      {
        matches: ['https://calendar.google.com/*'],
        js: ['calendar.js'],
        run_at: 'document_idle',
        all_frames: false,
      },
    ],
    web_accessible_resources: [{ resources: ['panel.html'], matches: ['https://calendar.google.com/*'] }],
    permissions: ['storage', 'scripting'],
    optional_host_permissions: ['https://*/*', 'http://127.0.0.1/*', 'http://localhost/*'],
    content_security_policy: {
      extension_pages:
        "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self'; " +
        "connect-src https: http://127.0.0.1:* http://localhost:*; base-uri 'none'; form-action 'none'; " +
        'frame-ancestors https://calendar.google.com',
    },
    minimum_chrome_version: '123',
  })
  // The stores' limit.
  expect(chrome.description.length).toBeLessThanOrEqual(132)
})

test('Firefox gets the same, apart from how it runs the background script', () => {
  const {
    background,
    browser_specific_settings: settings,
    ...firefox
  } = manifest({
    browser: 'firefox',
    isTest: false,
  }) as Record<string, unknown>
  expect(background).toEqual({ scripts: ['background.js'], type: 'module' })
  expect(settings).toEqual({
    gecko: {
      id: 'extension@boomtime.example',
      strict_min_version: '142.0',
      data_collection_permissions: { required: ['none'] },
    },
  })
  const {
    background: _,
    minimum_chrome_version: __,
    ...chrome
  } = manifest({
    browser: 'chrome',
    isTest: false,
  }) as Record<string, unknown>
  expect(firefox).toEqual(chrome)
})

test('only the tests have a permission that nobody was asked for', () => {
  const { host_permissions: permissions, ...rest } = manifest({ browser: 'chrome', isTest: true })
  expect(permissions).toEqual(['http://localhost/*'])
  expect(rest).toEqual(manifest({ browser: 'chrome', isTest: false }))
})

test('all icons exist', () => {
  for (const icon of Object.values(icons))
    expect(fs.existsSync(path.join(import.meta.dirname, icon))).toBe(true)
})
