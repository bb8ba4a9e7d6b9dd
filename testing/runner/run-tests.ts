import { type ProgramRun, runProgram } from './run-program.ts'
import { readLog, TEST_LOG, type Unit } from './test-log.ts'

/** More failures than this aren't bad luck, and running them one by one would take too long. */
const MAX_AGAIN = 25

export interface Suite {
  name: string
  /** In node_modules. Its reporter writes the log of tests. */
  program: string
  args: string[]
  /** The arguments that run only these units, one by one. */
  again(units: string[]): string[]
  /** Of each of the two runs. */
  limitMs: number
  /** The file for the log of a run, which doesn't exist yet. */
  log(run: 'first' | 'again'): string
  /** Called after each run. */
  report(name: string, run: ProgramRun & { limitMs: number; start: number }): void
  /** Instead of starting the program. */
  run?: typeof runProgram
}

interface Outcome {
  units: Map<string, Unit>
  /** Why the run failed beside its tests; null if it didn't. */
  problem: string | null
}

export interface SuiteRun {
  name: string
  first: Outcome
  again: Outcome | null
}

/** Runs all tests of a suite once. */
export async function runTests(suite: Suite): Promise<SuiteRun> {
  return { name: suite.name, first: await runOnce(suite, 'first', suite.args), again: null }
}

/** Runs what failed once more, alone. Call it after everything else. */
export async function runFailedAgain(suite: Suite, { name, first }: SuiteRun): Promise<SuiteRun> {
  const failed = [...first.units].filter(([, { state }]) => state !== 'passed').map(([id]) => id)
  const isHopeless = first.problem !== null || failed.length > MAX_AGAIN
  const again = failed.length === 0 || isHopeless ? null : await runOnce(suite, 'again', suite.again(failed))
  return { name, first, again }
}

async function runOnce(suite: Suite, which: 'first' | 'again', args: string[]): Promise<Outcome> {
  const { program, limitMs, log, run = runProgram } = suite
  const file = log(which)
  const start = performance.now()
  const { isOk, timedOut } = await run(program, args, { limitMs, env: { [TEST_LOG]: file } })
  const name = which === 'first' ? suite.name : `${suite.name}: what failed, once more`
  suite.report(name, { isOk, timedOut, limitMs, start })
  const { units, errors } = readLog(file)
  const states = [...units.values()]
  if (timedOut) {
    const unfinished = states.filter(({ state }) => state === 'unfinished').map(({ label }) => label)
    console.log(['Unfinished:', ...unfinished].join('\n  '))
    return { units, problem: 'ended at its time limit' }
  }
  if (errors.length > 0) return { units, problem: errors[0]! }
  if (isOk && units.size === 0) return { units, problem: 'ran no tests' }
  const isExplained = isOk || states.some(({ state }) => state !== 'passed')
  return { units, problem: isExplained ? null : `${program} failed, but no test did` }
}

export interface Summary {
  passed: number
  failed: number
  /** The names of tests that failed, and passed when they ran again. */
  flaky: string[]
  /** The names of the other tests that failed, and of suites with a problem. */
  failures: string[]
}

/**
 * Counts the tests of all suites by their last result. A file or suite that fails without a failed test counts as one.
 */
export function summarize(suites: SuiteRun[]): Summary {
  const all: Summary = { passed: 0, failed: 0, flaky: [], failures: [] }
  for (const { name, first, again } of suites) {
    const problems = [first.problem, again?.problem ?? null].filter((problem) => problem !== null)
    const hangs = problems.length > 0
    for (const [id, before] of first.units) {
      const last = again?.units.get(id) ?? before
      const results = [...last.tests.values()]
      const failed = results.filter(({ status }) => status === 'failed').length
      all.passed += results.filter(({ status }) => status === 'passed').length
      if (before.state === 'passed') continue
      if (last.state === 'passed') {
        all.flaky.push(...failedNames(before))
        continue
      }
      // The suite's problem already counts for what it kept from running.
      if (last.state === 'unfinished' && failed === 0 && hangs) continue
      all.failed += Math.max(failed, 1)
      all.failures.push(...failedNames(last))
    }
    all.failed += problems.length
    all.failures.push(...problems.map((problem) => `${name}: ${problem}`))
  }
  return all
}

/** The failed tests of a unit, or the unit itself. */
function failedNames({ label, tests }: Unit): string[] {
  const failed = [...tests.values()].filter(({ status }) => status === 'failed')
  return failed.length === 0
    ? [label]
    : failed.map(({ name }) => (name === '' ? label : `${label} › ${name}`))
}
