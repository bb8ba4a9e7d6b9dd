import os from 'node:os'
import { defineConfig } from '@playwright/test'
import { chromiumOptions } from './testing/chromium.ts'

export default defineConfig({
  testDir: 'e2e',
  globalSetup: './testing/databases.ts',
  outputDir: 'test-results',
  timeout: 60_000,
  expect: { timeout: 10_000 },
  fullyParallel: true,
  workers: os.availableParallelism(),
  projects: [
    { name: 'journeys', testIgnore: 'long-list.spec.ts' },
    // What is timed runs last, with the machine to itself.
    { name: 'timed', testMatch: 'long-list.spec.ts', dependencies: ['journeys'] },
  ],
  forbidOnly: process.env['CI'] !== undefined,
  reporter: [['list'], ['json', { outputFile: 'test-results/e2e.json' }]],
  use: {
    locale: 'en-US',
    timezoneId: 'Asia/Kathmandu',
    actionTimeout: 10_000,
    // A trace takes a fifth of the time: ask for one with --trace on.
    screenshot: 'only-on-failure',
    launchOptions: await chromiumOptions(),
  },
})
