import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { MAIN } from '../../testing/server/server-process.ts'
import { temporaryFolder } from '../../testing/server/temporary-folder.ts'

/** The built one, so that a process can run it. */
const BUILT = path.join(path.dirname(MAIN), 'adapters/log-destination.js')
const FULL = '/dev/full'

/** Runs a program with a logger whose lines go to `file`. Returns how it exited. */
async function run(file: string, program: string) {
  const out = fs.openSync(file, 'a')
  onTestFinished(() => fs.closeSync(out))
  const imports = `import { pino } from 'pino'
    import { logDestination } from ${JSON.stringify(BUILT)}
    const log = pino({}, logDestination(1))`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', `${imports}\n${program}`], {
    cwd: path.dirname(MAIN),
    stdio: ['ignore', out, 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  return once(child, 'exit')
}

test('writes all lines in order, also those before an exit', async () => {
  const dir = temporaryFolder('log')
  onTestFinished(() => fs.rmSync(dir, { recursive: true, force: true }))
  const file = path.join(dir, 'log')
  const count = (times: number) => `for (let n = 0; n < ${times}; n++) log.info({ n }, 'é'.repeat(500))`
  expect(
    await run(file, `${count(1000)}; setTimeout(() => { log.info({ n: 1000 }); process.exit(3) }, 200)`),
  ).toEqual([3, null])
  const lines = fs.readFileSync(file, 'utf8').trim().split('\n')
  expect(lines.map((line) => (JSON.parse(line) as { n: number }).n)).toEqual(
    Array.from({ length: 1001 }, (_, n) => n),
  )
})

test.skipIf(!fs.existsSync(FULL))('a process whose log is on a full disk goes on, and exits', async () => {
  const program = `
    for (let n = 0; n < 10_000; n++) log.info({ n }, 'x'.repeat(500))
    setTimeout(() => { log.info('later'); process.exit(7) }, 500)`
  expect(await run(FULL, program)).toEqual([7, null])
  expect(await run(FULL, `log.info('only')`)).toEqual([0, null])
})
