import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { ok, signIn, startTestApp } from '../../testing/server/test-app.ts'
import { hosts } from '../db/tables/hosts.ts'
import { collectionShares } from '../db/tables/collections.ts'
import { eventShares } from '../db/tables/event-shares.ts'
import { claimShares } from '../hosts/claim-shares.ts'

// The embedded database runs one transaction at a time.
test("what is shared during a person's first sign-in reaches them", async () => {
  const app = await startTestApp({ database: 'postgres' })
  try {
    const { sessionToken: token } = await signIn(app.origin, 'ada@example.com')
    const { id } = await ok(app.origin, 'createCollection', {
      token,
      body: { name: 'Intake', fields: [{ type: 'single-line', label: 'Company' }] },
    })
    const event = await ok(app.origin, 'createEvent', { token, body: { title: 'Intro call' } })
    const email = 'new@example.com'
    const hostId = randomUUID()
    const [claimed, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const signingIn = app.db.transaction(async (tx) => {
      const called = {
        email,
        emailVerified: true,
        name: 'New',
        firstName: 'New',
        lastName: '',
        pictureUrl: null,
      }
      await tx.insert(hosts).values({ id: hostId, googleSub: 'new', ...called, createdAt: app.clock.now })
      await claimShares(tx, hostId, email)
      claimed.resolve()
      await held.promise
    })
    await claimed.promise
    const sharing = [
      ok(app.origin, 'shareCollection', { token, params: { id }, body: { email } }),
      ok(app.origin, 'shareEvent', { token, params: { id: event.id }, body: { email, role: 'view' } }),
    ]
    const waiting = sql`pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
    await expect.poll(() => app.db.$count(waiting)).toBe(2)
    held.resolve()
    await Promise.all([signingIn, ...sharing])
    for (const shares of [collectionShares, eventShares]) {
      const [share] = await app.db.select().from(shares).where(eq(shares.email, email))
      expect(share?.memberId).toBe(hostId)
    }
  } finally {
    await app.close()
  }
})
