import net from 'node:net'
import { sql } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { emptyPostgresUrl } from '../../testing/databases/databases.ts'
import { openDatabase } from './open.ts'

/** What a client sends before it leaves. */
const TERMINATE = 'X\0\0\0\u0004'

/** The same address through a pooler in transaction mode, which keeps the sessions of clients that leave. */
async function throughPooler(address: string): Promise<string> {
  const { hostname: host, port } = new URL(address)
  const sessions = new Set<net.Socket>()
  const pooler = net.createServer((client) => {
    const session = net.connect({ host, port: Number(port) })
    sessions.add(session)
    client.on('data', (data) => void (String(data) === TERMINATE || session.write(data)))
    session.on('data', (data) => client.write(data))
    for (const socket of [client, session]) socket.on('error', () => {})
  })
  await new Promise<void>((resolve) => pooler.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    for (const session of sessions) session.destroy()
    pooler.close()
  })
  const through = new URL(address)
  through.host = `127.0.0.1:${(pooler.address() as net.AddressInfo).port}`
  return through.href
}

test('a pooler that keeps sessions does not hold up the next start', async () => {
  const url = await emptyPostgresUrl()
  const first = await openDatabase({ url: await throughPooler(url) })
  await first.close()
  const { db, close } = await openDatabase({ url })
  onTestFinished(close)
  expect(await db.$count(sql`drizzle.__drizzle_migrations`)).toBeGreaterThan(0)
})
