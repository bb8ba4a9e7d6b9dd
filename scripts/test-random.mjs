// `npm run test:random -- --minutes 10` repeats the random tests with new seeds until the time is over, and prints the
// seed of what fails. `--seed 41` begins with that one. File names limit it to those files.
import { spawn } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'

const LIBRARY = /from 'fast-check'/
/** An endless loop in a test can't be interrupted from within. */
const MAX_ROUND_MS = 15 * 60_000
const TERMINATION_MS = 10_000

const root = path.join(import.meta.dirname, '..')
const report = path.join(os.tmpdir(), `random-tests-${process.pid}.json`)
const { values, positionals } = parseArgs({
  options: { minutes: { type: 'string', default: '10' }, seed: { type: 'string' } },
  allowPositionals: true,
})
const minutes = Number(values.minutes)
const firstSeed = Number(values.seed ?? Date.now() % 1_000_000)
if (!(minutes >= 0) || !Number.isSafeInteger(firstSeed)) {
  console.error('Use numbers, such as --minutes 10 --seed 41')
  process.exit(1)
}

const files = positionals.length > 0 ? positionals : randomTests()
const end = performance.now() + minutes * 60_000
let child = null
let failures = 0
let seed = firstSeed
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, () => {
    endChild('SIGKILL')
    process.exit(1)
  })
}
console.log(`${files.length} files with random tests`)
do {
  console.log(`Seed ${seed}`)
  fs.rmSync(report, { force: true })
  const status = await runTests(seed)
  const failed = failedTests()
  if (status !== 0 && failed.length === 0) failed.push({ file: null, name: null, message: status })
  for (const test of failed) print(test)
  failures += failed.length
  seed += 1
} while (performance.now() < end)
fs.rmSync(report, { force: true })
console.log(`\n${seed - firstSeed} seeds, ${failures} failures`)
process.exit(failures > 0 ? 1 : 0)

/** Those that use the library that all random values come from. */
function randomTests() {
  return fs
    .globSync('**/*.test.{ts,tsx}', {
      cwd: root,
      exclude: (name) => ['node_modules', 'dist'].includes(path.basename(name)),
    })
    .filter((file) => LIBRARY.test(fs.readFileSync(path.join(root, file), 'utf8')))
    .toSorted()
}

/** Resolves with 0, or with what went wrong. */
function runTests(number) {
  const vitest = path.join(root, 'node_modules/vitest/vitest.mjs')
  // On its own, so that its workers end with it.
  child = spawn(process.execPath, [vitest, 'run', '--reporter=json', `--outputFile=${report}`, ...files], {
    cwd: root,
    env: { ...process.env, TEST_SEED: String(number) },
    stdio: ['ignore', 'ignore', 'inherit'],
    detached: process.platform !== 'win32',
  })
  let isLate = false
  const timers = [
    setTimeout(() => {
      isLate = true
      endChild('SIGTERM')
    }, MAX_ROUND_MS),
    setTimeout(() => endChild('SIGKILL'), MAX_ROUND_MS + TERMINATION_MS),
  ]
  return new Promise((resolve) => {
    const settle = (status) => {
      for (const timer of timers) clearTimeout(timer)
      resolve(status)
    }
    child.once('error', (error) => settle(error.message))
    child.once('exit', (code, signal) => {
      // A worker in an endless loop outlives the process that started it.
      if (isLate) endChild('SIGKILL')
      settle(
        isLate
          ? `not finished after ${MAX_ROUND_MS / 60_000} minutes`
          : code === 0
            ? 0
            : `exit ${code ?? signal}`,
      )
    })
  })
}

function endChild(signal) {
  if (!child?.pid) return
  try {
    process.kill(process.platform === 'win32' ? child.pid : -child.pid, signal)
  } catch {
    // It has ended.
  }
}

function failedTests() {
  if (!fs.existsSync(report)) return []
  const { testResults } = JSON.parse(fs.readFileSync(report, 'utf8'))
  return testResults.flatMap(({ name: file, status, message, assertionResults }) => {
    const relative = path.relative(root, file)
    const tests = assertionResults
      .filter((test) => test.status === 'failed')
      .map(({ fullName, failureMessages }) => ({
        file: relative,
        name: fullName,
        message: failureMessages.join('\n'),
      }))
    return tests.length > 0 || status !== 'failed' ? tests : [{ file: relative, name: null, message }]
  })
}

function print({ file, name, message }) {
  console.log(`\nFailed with seed ${seed}: ${[file ?? 'the run', name].filter(Boolean).join(' › ')}`)
  console.log(message)
  console.log(`Repeat: TEST_SEED=${seed} npx vitest run ${file ?? files.join(' ')}`)
}
