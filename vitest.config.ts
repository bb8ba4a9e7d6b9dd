import os from 'node:os'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    // Neither UTC nor a full hour off, so that code that forgets the zone fails.
    env: { TZ: 'Asia/Kathmandu' },
    // Twice as many as there are cores, because many tests wait for servers.
    maxWorkers: os.availableParallelism() * 2,
    expect: { poll: { timeout: 10_000 } },
    setupFiles: ['testing/reset-state.ts', 'testing/random-seed.ts'],
    testTimeout: 30_000,
    hookTimeout: 120_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'server',
          include: ['{server,sandbox}/**/*.test.{ts,tsx}'],
          globalSetup: ['testing/databases.ts'],
          // Loading the server again for each file would take as long as its tests.
          isolate: false,
          restoreMocks: true,
        },
      },
      {
        extends: true,
        test: {
          name: 'rest',
          include: ['{availability,contract,web,extension,scripts,testing}/**/*.test.{ts,tsx}'],
        },
      },
    ],
  },
})
