import { afterAll, beforeAll } from 'vitest'
import { startTestApp, type TestApp, type TestAppOptions } from './test-app.ts'

/** The whole server for a suite: started before its first test, closed after its last. */
export function setUpApp(options: TestAppOptions = {}): TestApp {
  const app = {} as TestApp
  beforeAll(async () => {
    Object.assign(app, await startTestApp(options))
  })
  afterAll(() => app.close())
  return app
}
