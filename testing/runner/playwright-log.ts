import path from 'node:path'
import type { Reporter, TestCase } from '@playwright/test/reporter'
import { writeLog } from './test-log.ts'

/** Writes the log of tests while Playwright runs. */
export default class PlaywrightLog implements Reporter {
  onBegin: Reporter['onBegin'] = (_, suite) => {
    for (const test of suite.allTests()) writeLog({ unit: test.id, label: labelOf(test) })
  }

  onTestEnd: Reporter['onTestEnd'] = ({ id, expectedStatus }, { status }) => {
    const isOk = status === expectedStatus || status === 'skipped'
    writeLog({
      unit: id,
      test: id,
      name: '',
      status: status === 'skipped' ? 'skipped' : isOk ? 'passed' : 'failed',
    })
    writeLog({ unit: id, isOk })
  }

  onError: Reporter['onError'] = ({ stack, message, value }) => {
    writeLog({ error: stack ?? message ?? value ?? 'An error without a message' })
  }

  printsToStdio(): boolean {
    return false
  }
}

function labelOf(test: TestCase): string {
  const [, , , ...names] = test.titlePath()
  return [path.relative(process.cwd(), test.location.file), ...names].join(' › ')
}
