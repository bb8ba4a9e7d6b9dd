import path from 'node:path'
import type { Reporter } from 'vitest/node'
import { type TestStatus, writeLog } from './test-log.ts'

/** Writes the log of tests while Vitest runs. */
export default class VitestLog implements Reporter {
  onTestRunStart: Reporter['onTestRunStart'] = (specifications) => {
    for (const { moduleId } of specifications)
      writeLog({ unit: moduleId, label: path.relative(process.cwd(), moduleId) })
  }

  onTestCaseResult: Reporter['onTestCaseResult'] = (test) => {
    const status = test.result().state as TestStatus
    writeLog({ unit: test.module.moduleId, test: test.id, name: test.fullName, status })
  }

  onTestModuleEnd: Reporter['onTestModuleEnd'] = (module) => {
    writeLog({ unit: module.moduleId, isOk: module.state() !== 'failed' })
  }

  onTestRunEnd: Reporter['onTestRunEnd'] = (_, errors) => {
    for (const error of errors) {
      const file = error['VITEST_TEST_PATH'] as string | undefined
      writeLog({ error: error.stack ?? error.message, ...(file !== undefined && { unit: file }) })
    }
  }
}
