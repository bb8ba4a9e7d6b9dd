import os from 'node:os'
import { defineConfig } from 'vitest/config'
import { LongFilesFirst } from './testing/runner/long-files-first.ts'

/** These replace modules or a browser's globals, and modules remember both. */
const alone = [
  'extension/**/*.test.ts',
  'web/{data,invitee,worker}/*.test.{ts,tsx}',
  'web/host/{,data/,parts/}*.test.ts',
  'web/host/{screens/billing,parts/drafts,parts/session}/**/*.test.ts',
]

const randomSeed = 'testing/server/random-seed.ts'
/** Of files that share a process. */
const setupFiles = ['testing/server/reset-state.ts', randomSeed]

const isShuffled = process.argv.some((argument) => argument.startsWith('--sequence.shuffle'))

export default defineConfig({
  test: {
    // Neither UTC nor a full hour off, so that code that forgets the zone fails.
    env: { TZ: 'Asia/Kathmandu' },
    // Twice as many as there are cores, because many tests wait for servers.
    maxWorkers: os.availableParallelism() * 2,
    expect: { poll: { timeout: 10_000 } },
    // It would win over `--sequence.shuffle.files`.
    sequence: isShuffled ? {} : { sequencer: LongFilesFirst },
    testTimeout: 30_000,
    hookTimeout: 120_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'server',
          include: ['{server,sandbox}/**/*.test.{ts,tsx}'],
          setupFiles,
          globalSetup: ['testing/databases/databases.ts'],
          // Loading the server again for each file would take as long as its tests.
          isolate: false,
          restoreMocks: true,
        },
      },
      {
        extends: true,
        test: {
          name: 'rest',
          include: ['{availability,contract,web,scripts,testing}/**/*.test.{ts,tsx}'],
          exclude: alone,
          setupFiles,
          // A process for each of so many small files would cost more than the files themselves.
          isolate: false,
        },
      },
      { extends: true, test: { name: 'alone', include: alone, setupFiles: randomSeed } },
    ],
  },
})
