import { type ChildProcess, fork } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import path from 'node:path'
import { performance } from 'node:perf_hooks'
import { Pool } from 'undici'
import { type DatabaseKind, databaseKinds } from '../testing/databases/databases.ts'
import type { Served } from './serving-server.ts'

const CONNECTIONS = 16
const ROUNDS = 9
const ROUND_MS = 1000

/** How much of what a bare route manages per second of CPU, with the same bytes. */
const SLOTS_LIMITS: Record<DatabaseKind, number> = { postgres: 0.6, embedded: 0.5 }
const PAGE_LIMIT = 0.3

const addresses = ['bareSlots', 'slots', 'barePage', 'page'] as const
type Address = (typeof addresses)[number]

/**
 * Measures how many requests for a month of slots and for a booking page a second of CPU serves, as a share of a route
 * that only sends the same bytes. What else the machine does only adds time, so the best rounds of each are compared.
 * Returns the limits it exceeds.
 */
export async function measureServing(): Promise<string[]> {
  const failures: string[] = []
  for (const kind of databaseKinds) failures.push(...(await measureOn(kind)))
  return failures
}

async function measureOn(kind: DatabaseKind): Promise<string[]> {
  const server = fork(path.join(import.meta.dirname, 'serving-server.js'), [kind])
  try {
    const [served] = (await once(server, 'message')) as [Served]
    const best: Record<Address, number> = {
      bareSlots: Infinity,
      slots: Infinity,
      barePage: Infinity,
      page: Infinity,
    }
    for (let round = 0; round < ROUNDS; round++) {
      for (const address of addresses) {
        best[address] = Math.min(best[address], await cpuPerRequest(server, served[address], served))
      }
    }
    console.table({ [`${kind}, microseconds of CPU`]: best })
    return [
      ...below(`${kind}: slots`, best.bareSlots / best.slots, SLOTS_LIMITS[kind]),
      ...below(`${kind}: booking page`, best.barePage / best.page, PAGE_LIMIT),
    ]
  } finally {
    server.disconnect()
    await once(server, 'exit')
  }
}

/**
 * The microseconds of CPU that the server spends on each request while `CONNECTIONS` callers ask one after the other.
 */
async function cpuPerRequest(server: ChildProcess, address: string, { headers }: Served): Promise<number> {
  const { origin, pathname, search } = new URL(address)
  const pool = new Pool(origin, { connections: CONNECTIONS, pipelining: 1 })
  const ask = async () => {
    const { statusCode, body } = await pool.request({
      path: pathname + search,
      method: 'GET',
      // Each address may ask 1,200 times a minute.
      headers: { ...headers, 'x-forwarded-for': `10.0.${randomInt(256)}.${randomInt(256)}` },
    })
    await body.arrayBuffer()
    if (statusCode !== 200) throw new Error(`${address}: ${statusCode}`)
  }
  await ask()
  const before = await cpuOf(server)
  const begin = performance.now()
  let done = 0
  const caller = async () => {
    for (; performance.now() - begin < ROUND_MS; done++) await ask()
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, caller))
  const used = (await cpuOf(server)) - before
  await pool.close()
  return Math.round((used / done) * 10) / 10
}

async function cpuOf(server: ChildProcess): Promise<number> {
  server.send('cpu')
  const [{ user, system }] = (await once(server, 'message')) as [NodeJS.CpuUsage]
  return user + system
}

function below(what: string, share: number, limit: number): string[] {
  console.log(`${what}: ${share.toFixed(2)} of a bare route; the limit is ${limit}`)
  return share < limit ? [`${what} reached ${share.toFixed(2)} of a bare route; the limit is ${limit}`] : []
}
