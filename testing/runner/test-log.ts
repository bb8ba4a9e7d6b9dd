import fs from 'node:fs'

/** Names the file that reporters append to. */
export const TEST_LOG = 'TEST_LOG'

/**
 * What a test runner reports while it runs, one JSON object a line, so that a run that hangs or crashes has a result,
 * too. A unit is what can run again alone: a test file of Vitest, a journey of Playwright.
 */
type Line =
  /** It is going to run. */
  | { unit: string; label: string }
  /** One of its tests ended. */
  | { unit: string; test: string; name: string; status: TestStatus }
  /** It ended. */
  | { unit: string; isOk: boolean }
  /** An error outside of any test. */
  | { error: string; unit?: string }

export type TestStatus = 'passed' | 'failed' | 'skipped'

export interface Unit {
  label: string
  /** By the runner's id, which is the same in the next run. */
  tests: Map<string, { name: string; status: TestStatus }>
  state: 'passed' | 'failed' | 'unfinished'
}

/** For reporters. */
export function writeLog(line: Line): void {
  fs.appendFileSync(process.env[TEST_LOG]!, `${JSON.stringify(line)}\n`)
}

/** Reads what a runner has reported so far. `errors` are those that belong to no unit. */
export function readLog(file: string): { units: Map<string, Unit>; errors: string[] } {
  const units = new Map<string, Unit>()
  const errors: string[] = []
  const text = fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : ''
  // What follows the last end of a line was being written when the runner was killed.
  for (const json of text.split('\n').slice(0, -1)) {
    const line = JSON.parse(json) as Line
    if ('label' in line) {
      units.set(line.unit, { label: line.label, tests: new Map(), state: 'unfinished' })
      continue
    }
    const unit = line.unit === undefined ? undefined : units.get(line.unit)
    if ('error' in line) {
      if (unit) unit.state = 'failed'
      else errors.push(line.error)
    } else if ('test' in line) unit?.tests.set(line.test, { name: line.name, status: line.status })
    else if (unit && unit.state !== 'failed') unit.state = line.isOk ? 'passed' : 'failed'
  }
  return { units, errors }
}
