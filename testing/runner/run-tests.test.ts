import fs from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { temporaryFolder } from '../temporary-folder.ts'
import { isAlive } from '../server/server-process.ts'
import { runProgram } from './run-program.ts'
import { runFailedAgain, runTests, type Suite, type SuiteRun, summarize, type Summary } from './run-tests.ts'
import { TEST_LOG } from './test-log.ts'

let dir = ''
beforeAll(() => (dir = temporaryFolder('runner')))
afterAll(() => fs.rmSync(dir, { recursive: true, force: true }))

let suites = 0

/** A suite of the given runs: the lines of each one's log, and how its process ended. */
function suiteOf(...results: { log: object[]; isOk: boolean; timedOut?: boolean }[]) {
  const name = `suite ${++suites}`
  const started: string[][] = []
  const suite: Suite = {
    name,
    program: 'runner',
    args: ['all'],
    again: (units) => units,
    limitMs: 1000,
    log: (run) => path.join(dir, `${name}-${run}`),
    report: () => {},
    run: (_, args, { env }) => {
      const { log, isOk, timedOut = false } = results[started.push(args) - 1]!
      fs.writeFileSync(env![TEST_LOG]!, log.map((line) => `${JSON.stringify(line)}\n`).join(''))
      return Promise.resolve({ isOk, timedOut })
    },
  }
  return { suite, started }
}

const both = async (suite: Suite): Promise<SuiteRun> => runFailedAgain(suite, await runTests(suite))

const queued = (unit: string) => ({ unit, label: `${unit}.test.ts` })
const result = (unit: string, name: string, status: string) => ({ unit, test: name, name, status })
const ended = (unit: string, isOk: boolean) => ({ unit, isOk })

const good = [queued('a'), result('a', 'one', 'passed'), result('a', 'two', 'skipped'), ended('a', true)]
const bad = [queued('b'), result('b', 'one', 'passed'), result('b', 'two', 'failed'), ended('b', false)]
const mended = [queued('b'), result('b', 'one', 'passed'), result('b', 'two', 'passed'), ended('b', true)]

describe('a run of tests', () => {
  test('that all pass isn’t repeated', async () => {
    const { suite, started } = suiteOf({ log: good, isOk: true })
    expect(summarize([await both(suite)])).toEqual({ passed: 1, failed: 0, flaky: [], failures: [] })
    expect(started).toEqual([['all']])
  })

  test('counts what fails only the first time as passed, and lists it', async () => {
    const { suite, started } = suiteOf({ log: [...good, ...bad], isOk: false }, { log: mended, isOk: true })
    expect(summarize([await both(suite)])).toEqual({
      passed: 3,
      failed: 0,
      flaky: ['b.test.ts › two'],
      failures: [],
    })
    expect(started).toEqual([['all'], ['b']])
  })

  test('fails if a test fails twice', async () => {
    const { suite } = suiteOf({ log: [...good, ...bad], isOk: false }, { log: bad, isOk: false })
    expect(summarize([await both(suite)])).toEqual({
      passed: 2,
      failed: 1,
      flaky: [],
      failures: ['b.test.ts › two'],
    })
  })

  test.each([
    ['that fails outside of its tests', [queued('b'), ended('b', false)]],
    ['that doesn’t end because the runner crashes', [queued('b')]],
    ['with an error after its last test', [...mended, { unit: 'b', error: 'late' }]],
  ])('runs a file again %s', async (_, log) => {
    const { suite, started } = suiteOf({ log: [...good, ...log], isOk: false }, { log: mended, isOk: true })
    expect(summarize([await both(suite)])).toMatchObject({ passed: 3, failed: 0, flaky: ['b.test.ts'] })
    expect(started).toHaveLength(2)
    const twice = suiteOf({ log, isOk: false }, { log, isOk: false })
    expect(summarize([await both(twice.suite)])).toMatchObject({ failed: 1, failures: ['b.test.ts'] })
  })

  test.each<[string, Parameters<typeof suiteOf>[0], Partial<Summary>]>([
    [
      'ends at its limit',
      { log: [...good, queued('c')], isOk: false, timedOut: true },
      { passed: 1, failures: ['ended at its time limit'] },
    ],
    [
      'has an error of no file',
      { log: [...good, { error: 'no database' }], isOk: false },
      { passed: 1, failures: ['no database'] },
    ],
    ['crashes before any test', { log: [], isOk: false }, { failures: ['runner failed, but no test did'] }],
    ['finds no tests', { log: [], isOk: true }, { failures: ['ran no tests'] }],
    [
      'crashes after the last test',
      { log: good, isOk: false },
      { passed: 1, failures: ['runner failed, but no test did'] },
    ],
  ])('fails once, and for good, if the runner %s', async (_, run, { failures, ...expected }) => {
    const { suite, started } = suiteOf(run)
    expect(summarize([await both(suite)])).toMatchObject({
      ...expected,
      failed: 1,
      failures: failures!.map((problem) => `${suite.name}: ${problem}`),
    })
    expect(started).toHaveLength(1)
  })

  test('isn’t repeated if too much fails to be bad luck', async () => {
    const log = Array.from({ length: 26 }, (_, index) => [
      queued(String(index)),
      ended(String(index), false),
    ]).flat()
    const { suite, started } = suiteOf({ log, isOk: false })
    expect(summarize([await both(suite)])).toMatchObject({ failed: 26, flaky: [] })
    expect(started).toHaveLength(1)
  })

  test('has the results of a runner that was killed while it wrote', async () => {
    const { suite } = suiteOf()
    const run: Suite['run'] = (_, __, { env }) => {
      const lines = [...good, queued('c')].map((line) => JSON.stringify(line))
      fs.writeFileSync(env![TEST_LOG]!, `${lines.join('\n')}\n{"unit":"c","te`)
      return Promise.resolve({ isOk: false, timedOut: true })
    }
    expect(summarize([await both({ ...suite, run })])).toMatchObject({ passed: 1, failed: 1 })
  })
})

test('Vitest’s reporter logs passed and failed tests, errors between them, and files that can’t be loaded', async () => {
  const folder = path.join(dir, 'vitest')
  fs.mkdirSync(folder)
  const vitest = `import { expect, test } from '${import.meta.resolve('vitest')}'\n`
  const files = {
    'good.test.mjs': `test('passes', () => expect(1).toBe(1))`,
    'bad.test.mjs': `test('fails', () => expect(1).toBe(2))`,
    'late.test.mjs': `test('throws later', () => void setTimeout(() => { throw new Error('late') }))
      test('waits', () => new Promise((resolve) => setTimeout(resolve, 50)))`,
    'broken.test.mjs': `import './nothing.mjs'`,
  }
  for (const [name, code] of Object.entries(files)) fs.writeFileSync(path.join(folder, name), vitest + code)
  fs.writeFileSync(path.join(folder, 'vitest.config.mjs'), 'export default {}')
  const reporter = path.join(import.meta.dirname, 'vitest-log.ts')
  const { suite } = suiteOf()
  const run = await runTests({
    ...suite,
    program: 'vitest',
    args: ['run', `--root=${folder}`, `--reporter=${reporter}`],
    limitMs: 60_000,
    run: runProgram,
  })
  const { failures, ...counts } = summarize([run])
  expect(counts).toEqual({ passed: 3, failed: 3, flaky: [] })
  const nameOf = (failure: string) => failure.slice(failure.lastIndexOf('/') + 1)
  expect(failures.map(nameOf).toSorted()).toEqual([
    'bad.test.mjs › fails',
    'broken.test.mjs',
    'late.test.mjs',
  ])
})

test('a program that hangs is ended at its limit, with everything that it started', async () => {
  const file = path.join(dir, 'pid')
  const child = `process.on('SIGTERM', () => {}); require('node:fs').writeFileSync(${JSON.stringify(file)}, String(process.pid)); for (;;);`
  const parent = `require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(child)}]); setInterval(() => {}, 1000)`
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => {
    // Ends it if the test has failed before.
    vi.runAllTimers()
    vi.useRealTimers()
  })
  const run = runProgram('node', ['-e', parent], { limitMs: 60_000 })
  const pid = () => (fs.existsSync(file) ? Number(fs.readFileSync(file, 'utf8')) : 0)
  await expect.poll(pid).toBeGreaterThan(0)
  vi.advanceTimersByTime(60_000)
  expect(await run).toEqual({ isOk: false, timedOut: true })
  await expect.poll(() => isAlive(pid())).toBe(false)
})
