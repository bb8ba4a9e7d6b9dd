import os from 'node:os'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{availability,contract,server,sandbox,web,scripts}/**/*.test.{ts,tsx}'],
    globalSetup: ['testing/databases.ts'],
    // Neither UTC nor a whole hour off: code that forgets the zone fails loudly.
    env: { TZ: 'Asia/Kathmandu' },
    // One fewer than there are cores is its own choice; but most of these tests wait for servers.
    maxWorkers: Math.max(2, os.availableParallelism()),
    expect: { poll: { timeout: 10_000 } },
    testTimeout: 30_000,
    hookTimeout: 120_000,
  },
})
