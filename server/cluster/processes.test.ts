import net from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { freshDatabase } from '../../testing/databases/databases.ts'
import { freePort } from '../../testing/databases/postgres.ts'
import { rawGet } from '../../testing/server/raw-request.ts'
import { isAlive } from '../../testing/server/server-process.ts'
import { get, start } from '../../testing/server/started-server.ts'

// The tests start processes, which takes longer when others run in parallel.
vi.setConfig({ testTimeout: 90_000 })

const token = 'a-token-for-the-scraper'

/** An environment without stand-ins, so that the server uses several processes. */
async function twoProcesses() {
  const { where } = await freshDatabase('postgres')
  return {
    DATABASE_URL: (where as { url: string }).url,
    WEB_CONCURRENCY: '2',
    PORT: String(await freePort()),
    ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
    GOOGLE_CLIENT_ID: 'id',
    GOOGLE_CLIENT_SECRET: 'secret',
    SMTP_URL: 'smtp://127.0.0.1:9',
    STRIPE_API_ROOT: 'http://127.0.0.1:9',
    STRIPE_SECRET_KEY: 'key',
    STRIPE_WEBHOOK_SECRET: 'secret',
    STRIPE_PRICE_INDIVIDUAL_MONTH: 'month',
    STRIPE_PRICE_INDIVIDUAL_YEAR: 'year',
    METRICS_TOKEN: token,
    LOG_LEVEL: 'info',
  }
}

interface LogLine {
  pid: number
  msg: string
  route?: string
}

test('two processes answer, a killed one is replaced, and a signal ends them all', async () => {
  const env = await twoProcesses()
  const server = start(env)
  let printed = ''
  server.child.stdout.on('data', (text) => (printed += String(text)))
  await server.ready
  const logged = () =>
    printed
      .split('\n')
      .slice(0, -1)
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line) as LogLine)
  const whoAnswered = () => new Set(logged().flatMap(({ pid, route }) => (route === '/healthz' ? [pid] : [])))
  const ask = async () => {
    expect(await get(env.PORT, '/healthz')).toBe(200)
    return whoAnswered()
  }
  await expect.poll(async () => (await ask()).size).toBe(2)
  expect(whoAnswered()).not.toContain(server.child.pid)
  expect(printed.match(/ is ready: /g)).toHaveLength(1)

  const scrape = async () =>
    (await rawGet(`http://127.0.0.1:${env.PORT}/metrics`, { authorization: `Bearer ${token}` })).text
  let metrics = ''
  const answeredRequests = /duration_seconds_count\{method="GET",route="\/healthz",status="200"\} (\d+)/
  // A process that is too busy to respond at once is left out.
  await expect.poll(async () => (metrics = await scrape())).toContain('boomtime_processes 2')
  expect(Number(answeredRequests.exec(metrics)?.[1])).toBe(
    logged().filter(({ route }) => route === '/healthz').length,
  )

  const [killed] = whoAnswered()
  process.kill(killed!, 'SIGKILL')
  // Until that is noticed, it may be given a connection, which nobody answers.
  await expect.poll(() => printed).toContain('is replaced')
  await expect.poll(async () => (await ask()).size, { timeout: 30_000 }).toBe(3)
  await expect.poll(scrape).toContain('boomtime_processes 2')

  server.child.kill('SIGTERM')
  expect(await server.ended).toMatchObject({ code: 0, errors: '' })
  expect([...whoAnswered()].filter(isAlive)).toEqual([])
})

test('a problem at the start is reported once', async () => {
  const env = await twoProcesses()
  const other = net.createServer().listen(Number(env.PORT), '127.0.0.1')
  onTestFinished(() => void other.close())
  const { code, errors } = await start(env).ended
  expect({ code, errors }).toEqual({
    code: 1,
    errors: `Port ${env.PORT} is already in use. Stop the program that uses it, or set PORT to a different port.\n`,
  })
})
