// `npm test`: runs every check and test, with the time that each step took, and ends with the number of tests. Test
// files and journeys that fail run once more, alone, at the end: those that pass then are listed as flaky, the others
// fail the run. An argument limits it to a part: check, unit or e2e.
import fs from 'node:fs'
import path from 'node:path'
import { runProgram } from '../testing/runner/run-program.ts'
import { runFailedAgain, runTests, summarize } from '../testing/runner/run-tests.ts'

const root = path.join(import.meta.dirname, '..')
const results = path.join(root, 'test-results')
const part = process.argv[2]
const MINUTE = 60_000
const failedSteps = []
/** Suites with their first runs. */
const suites = []

if (part !== undefined && !['check', 'unit', 'e2e'].includes(part)) {
  console.error(`There is no part ${part}: use check, unit or e2e.`)
  process.exit(1)
}

process.chdir(root)
fs.rmSync(results, { recursive: true, force: true })
fs.mkdirSync(results, { recursive: true })

// Each limit is about three times what the step takes on two cores.
await step('build', 'node', ['scripts/build.mjs'], 3 * MINUTE)
if (failedSteps.length > 0) process.exit(1)

const wants = (name) => part === undefined || part === name

if (wants('check')) {
  await Promise.all([
    step('types', 'tsc', ['-b'], 6 * MINUTE),
    step('lint', 'oxlint', ['--type-aware', '--deny-warnings'], 6 * MINUTE),
    step('format', 'oxfmt', ['--check'], 3 * MINUTE),
    step('unused code', 'knip', ['--no-progress'], 5 * MINUTE),
  ])
}
if (wants('unit')) {
  const args = ['run', '--reporter=default', '--reporter=./testing/runner/vitest-log.ts']
  await test({
    name: 'unit and server tests',
    program: 'vitest',
    args,
    again: (files) => [...args, '--no-file-parallelism', ...files],
    limitMs: 20 * MINUTE,
  })
}
if (wants('e2e')) {
  const { extensionBrowser } = await import('../dist/testing/browsers/chromium.js')
  const { extensionBuilds, firefoxBrowser } = await import('../dist/testing/browsers/firefox.js')
  if (extensionBrowser() === null)
    console.log(
      '\nLeft out: the browser extension’s journeys, because no Chromium that can load extensions is installed.',
    )
  if (firefoxBrowser() === null)
    console.log(
      '\nLeft out: the browser extension’s journey in Firefox, because no Firefox that can load it is installed.',
    )
  // Built before the journeys, because a project that others depend on makes them wait for each other.
  await step('extension build', 'node', ['scripts/build-extension.mjs', ...extensionBuilds()], 3 * MINUTE)
  await journeys('journeys in a browser', ['--project=journeys', '--project=extension'], 25 * MINUTE)
  // With the machine to themselves.
  await journeys('timed journeys', ['--project=timed'], 5 * MINUTE)
}

const runs = []
for (const [suite, run] of suites) runs.push(await runFailedAgain(suite, run))
const { passed, failed, flaky, failures } = summarize(runs)
if (flaky.length > 0) {
  fs.writeFileSync(path.join(results, 'flaky.txt'), flaky.map((name) => `${name}\n`).join(''))
  console.log(`\n${flaky.map((name) => `Flaky: ${name}`).join('\n')}`)
}
const allFailures = [...failures, ...failedSteps]
if (allFailures.length > 0) console.log(`\n${allFailures.map((name) => `Failed: ${name}`).join('\n')}`)
// A step without tests that fails counts as one.
if (part !== 'check') console.log(`\n${passed} passed, ${failed + failedSteps.length} failed`)
process.exit(allFailures.length > 0 ? 1 : 0)

async function journeys(name, projects, limitMs) {
  const lastFailed = path.join(results, `${name.replaceAll(' ', '-')}.failed.json`)
  // Each run has a folder of its own: Playwright clears it, and with it the pictures of earlier failures.
  const output = (run) => `--output=${path.join(results, 'e2e', `${name.replaceAll(' ', '-')}-${run}`)}`
  await test({
    name,
    program: 'playwright',
    args: ['test', ...projects, '--no-deps', output(1)],
    again(ids) {
      fs.writeFileSync(lastFailed, JSON.stringify({ status: 'failed', failedTests: ids }))
      const only = ['--last-failed', `--last-failed-file=${lastFailed}`, '--no-deps', '--workers=1']
      return ['test', ...projects, ...only, output(2)]
    },
    limitMs,
  })
}

async function test(options) {
  const log = (run) => path.join(results, `${options.name.replaceAll(' ', '-')}-${run}.jsonl`)
  const suite = { ...options, log, report }
  suites.push([suite, await runTests(suite)])
}

async function step(name, program, args, limitMs) {
  const start = performance.now()
  const { isOk, timedOut } = await runProgram(program, args, { limitMs })
  report(name, { isOk, timedOut, limitMs, start })
  if (!isOk) failedSteps.push(name)
}

function report(name, { isOk, timedOut, limitMs, start }) {
  const seconds = ((performance.now() - start) / 1000).toFixed(1)
  const outcome = isOk ? 'passed' : timedOut ? `ended at its limit of ${limitMs / MINUTE} minutes` : 'failed'
  console.log(`\n== ${name}: ${outcome} after ${seconds} s`)
}
