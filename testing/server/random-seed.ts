import { configureGlobal } from 'fast-check'

// Runs before each test file. The values are the same in every run, so that only a change can make a test fail.
// `npm run test:random` uses others.
const DEFAULT_SEED = 1

configureGlobal({ seed: Number(process.env['TEST_SEED'] ?? DEFAULT_SEED) })
