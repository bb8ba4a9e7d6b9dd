import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { MAIN } from '../../testing/server/server-process.ts'
import { freshEnv, get } from '../../testing/server/started-server.ts'
import { temporaryFolder } from '../../testing/temporary-folder.ts'

/** The built one, so that a process can run it. */
const BUILT = path.join(path.dirname(MAIN), 'adapters/log-destination.js')
const FULL = '/dev/full'

/** Starts a program with a logger whose lines go to `out`. */
function startLogging(program: string, out: number | 'pipe') {
  const imports = `import { pino } from 'pino'
    import { logDestination } from ${JSON.stringify(BUILT)}
    const log = pino({}, logDestination(1))`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', `${imports}\n${program}`], {
    cwd: path.dirname(MAIN),
    stdio: ['ignore', out, 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}

/** Runs a program whose log goes to `file`. Returns how it exited. */
function run(file: string, program: string) {
  const out = fs.openSync(file, 'a')
  onTestFinished(() => fs.closeSync(out))
  return once(startLogging(program, out), 'exit')
}

const numbersIn = (text: string) =>
  text
    .trim()
    .split('\n')
    .map((line) => (JSON.parse(line) as { n: number }).n)

/** Logs lines of about a kilobyte with the numbers from 0. */
const count = (times: number) => `for (let n = 0; n < ${times}; n++) log.info({ n }, 'é'.repeat(500))`

test('writes all lines in order, also those before an exit', async () => {
  const dir = temporaryFolder('log')
  onTestFinished(() => fs.rmSync(dir, { recursive: true, force: true }))
  const file = path.join(dir, 'log')
  expect(
    await run(file, `${count(1000)}; setTimeout(() => { log.info({ n: 1000 }); process.exit(3) }, 200)`),
  ).toEqual([3, null])
  expect(numbersIn(fs.readFileSync(file, 'utf8'))).toEqual(Array.from({ length: 1001 }, (_, n) => n))
})

test('waits before an exit for a reader who is behind', async () => {
  // Node makes a pipe refuse what doesn't fit once somebody uses `process.stdout`.
  const child = startLogging(`process.stdout; ${count(500)}; process.exit(3)`, 'pipe')
  let text = ''
  child.stdout!.setEncoding('utf8').on('data', (part: string) => (text += part))
  expect(await once(child, 'close')).toEqual([3, null])
  expect(numbersIn(text)).toEqual(Array.from({ length: 500 }, (_, n) => n))
})

test.skipIf(!fs.existsSync(FULL))(
  'the server starts and stops while nothing can be written',
  async () => {
    const env = await freshEnv()
    const child = spawn('sh', ['-c', `exec "$0" "$1" >${FULL} 2>&1`, process.execPath, MAIN], { env })
    onTestFinished(() => void child.kill('SIGKILL'))
    await expect.poll(() => get(env.PORT, '/healthz').catch(() => 0), { timeout: 60_000 }).toBe(200)
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    expect(await ended).toEqual([0, null])
  },
  90_000,
)

test.skipIf(!fs.existsSync(FULL))('a process whose log is on a full disk goes on, and exits', async () => {
  const program = `
    for (let n = 0; n < 10_000; n++) log.info({ n }, 'x'.repeat(500))
    setTimeout(() => { log.info('later'); process.exit(7) }, 500)`
  expect(await run(FULL, program)).toEqual([7, null])
  expect(await run(FULL, `log.info('only')`)).toEqual([0, null])
})
