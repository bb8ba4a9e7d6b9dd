import { configureGlobal } from 'fast-check'

/** The same values in every run, so that only a change can make a test fail. `npm run test:random` uses others. */
export const DEFAULT_SEED = 1

// Before each test file.
configureGlobal({ seed: Number(process.env['TEST_SEED'] ?? DEFAULT_SEED) })
