import { randomUUID } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { databaseBefore } from '../../testing/databases/earlier-database.ts'
import { sessions } from './tables/sessions.ts'
import { openDatabase } from './open.ts'

test('earlier sessions keep working, at most for 180 days from their sign-in', async () => {
  const { url, client } = await databaseBefore(21)
  const hostId = randomUUID()
  await client.query(
    `insert into hosts (id, google_sub, email, name, first_name, last_name, created_at)
     values ($1, 'sub', 'ada@example.com', 'Ada', 'Ada', '', now())`,
    [hostId],
  )
  for (const [tokenHash, createdAt, expiresAt] of [
    ['fresh', '2027-01-01', '2027-02-15'],
    ['old', '2026-07-20', '2027-02-15'],
  ])
    await client.query(
      `insert into sessions (host_id, token_hash, created_at, expires_at)
       values ($1, $2, $3::timestamp at time zone 'UTC', $4::timestamp at time zone 'UTC')`,
      [hostId, tokenHash, createdAt, expiresAt],
    )
  await client.end()

  const { db, close } = await openDatabase({ url })
  onTestFinished(close)
  const found = await db.select().from(sessions).orderBy(sessions.tokenHash)
  const lastUsedAt = Date.parse('2027-01-16T00:00:00Z')
  expect(found).toMatchObject([
    { tokenHash: 'fresh', device: null, lastUsedAt, expiresAt: Date.parse('2027-02-15T00:00:00Z') },
    { tokenHash: 'old', device: null, lastUsedAt, expiresAt: Date.parse('2027-01-16T00:00:00Z') },
  ])
  expect(found[0]!.id).not.toBe(found[1]!.id)
})
