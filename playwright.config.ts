import os from 'node:os'
import { defineConfig } from '@playwright/test'
import { chromiumOptions } from './testing/browsers/chromium.ts'

const extension = [
  'extension.spec.ts',
  'extension-offline.spec.ts',
  'calendar-entries.spec.ts',
  'firefox.spec.ts',
]
const timed = ['long-list.spec.ts', 'extension-speed.spec.ts', 'typing-speed.spec.ts']

export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/global-setup.ts',
  outputDir: 'test-results/e2e',
  timeout: 60_000,
  expect: { timeout: 10_000 },
  fullyParallel: true,
  // One more than there are cores, because much of a journey is waiting.
  workers: os.availableParallelism() + 1,
  projects: [
    { name: 'extension build', testMatch: 'build-extension.setup.ts' },
    // A full browser with an extension takes its time, and many steps use it. First, so that short journeys come last.
    { name: 'extension', timeout: 120_000, testMatch: extension, dependencies: ['extension build'] },
    { name: 'journeys', testMatch: '*.spec.ts', testIgnore: [...extension, ...timed] },
    // Alone, so that nothing else is timed with it.
    { name: 'timed', workers: 1, testMatch: timed, dependencies: ['extension build'] },
  ],
  forbidOnly: process.env['CI'] !== undefined,
  reporter: [['list'], ...(process.env['TEST_LOG'] ? [['./testing/runner/playwright-log.ts'] as const] : [])],
  use: {
    locale: 'en-US',
    timezoneId: 'Asia/Kathmandu',
    actionTimeout: 10_000,
    // A trace takes a fifth of the time: ask for one with --trace on.
    screenshot: 'only-on-failure',
    launchOptions: await chromiumOptions(),
  },
})
