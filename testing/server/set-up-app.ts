import { afterAll, beforeAll } from 'vitest'
import { startTestApp, type TestApp, type TestAppOptions } from './test-app.ts'

/** The whole server for a suite: starts before its first test and closes after its last. */
export function setUpApp(options: TestAppOptions = {}): TestApp {
  const app = {} as TestApp
  beforeAll(async () => {
    Object.assign(app, await startTestApp(options))
  })
  afterAll(() => app.close())
  return app
}
