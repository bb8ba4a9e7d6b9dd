// `npm test`: runs every check and test, with the time that each step took, and ends with the number of tests.
// An argument limits it to a part: check, unit or e2e.
import { spawn } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'

const root = path.join(import.meta.dirname, '..')
const results = path.join(root, 'test-results')
const part = process.argv[2]
const failures = []
let passed = 0
let failed = 0

fs.rmSync(results, { recursive: true, force: true })
fs.mkdirSync(results, { recursive: true })

await step('build', 'node', 'scripts/build.mjs')
if (failures.length > 0) process.exit(1)

const wants = (name) => part === undefined || part === name

if (wants('check')) {
  await Promise.all([
    step('types', 'tsc', '-b'),
    step('lint', 'oxlint', '--type-aware', '--deny-warnings'),
    step('format', 'oxfmt', '--check'),
    step('unused code', 'knip', '--no-progress'),
  ])
}
if (wants('unit')) await unitTests()
if (wants('e2e')) {
  const { extensionBrowser } = await import('../dist/testing/chromium.js')
  const { firefoxBrowser } = await import('../dist/testing/firefox.js')
  if (extensionBrowser() === null)
    console.log(
      '\nLeft out: the browser extension’s journeys, because no Chromium that can load extensions is installed.',
    )
  if (firefoxBrowser() === null)
    console.log(
      '\nLeft out: the browser extension’s journey in Firefox, because no Firefox that can load it is installed.',
    )
  await step('journeys in a browser', 'playwright', 'test')
  const { expected = 0, unexpected = 0, flaky = 0 } = read(path.join(results, 'e2e.json')).stats ?? {}
  count(expected, unexpected + flaky)
}

// A step that fails without reporting a failed test (types, a crash) counts as one.
if (failures.length > 0 && failed === 0) failed = failures.length
if (failures.length > 0) console.log(`\nFailed: ${failures.join(', ')}`)
if (part !== 'check') console.log(`\n${passed} passed, ${failed} failed`)
process.exit(failures.length > 0 || failed > 0 ? 1 : 0)

async function unitTests() {
  const report = path.join(results, 'unit.json')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  await step('unit and server tests', 'vitest', 'run', ...reporters)
  const { numPassedTests = 0, numFailedTests = 0 } = read(report)
  count(numPassedTests, numFailedTests)
}

async function step(name, program, ...args) {
  const start = performance.now()
  const status = await run(program, ...args)
  const seconds = ((performance.now() - start) / 1000).toFixed(1)
  console.log(`\n== ${name}: ${status === 0 ? 'passed' : 'failed'} after ${seconds} s`)
  if (status !== 0) failures.push(name)
}

/** Runs a program from node_modules and resolves with its exit status. */
function run(program, ...args) {
  const bin = program === 'node' ? process.execPath : path.join(root, 'node_modules', '.bin', program)
  const windows = process.platform === 'win32'
  const child = spawn(windows && program !== 'node' ? `${bin}.cmd` : bin, args, {
    cwd: root,
    stdio: 'inherit',
    shell: windows,
  })
  return new Promise((resolve) => {
    child.once('error', () => resolve(1))
    child.once('exit', (code) => resolve(code ?? 1))
  })
}

function read(file) {
  return fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, 'utf8')) : {}
}

function count(more, less) {
  passed += more
  failed += less
}
