import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { setUpApp } from '../../testing/server/set-up-app.ts'
import { ok, signIn } from '../../testing/server/test-app.ts'
import { calendarConnections } from '../db/tables/calendars.ts'
import { createEncryption } from '../adapters/encryption.ts'
import { assertKeysConfigured, reencrypt } from './reencrypt.ts'

const app = setUpApp({ database: 'postgres' })
const [former, next, foreign] = [randomBytes(32), randomBytes(32), randomBytes(32)]

/** Connections of hosts that are encrypted with `key`. */
async function connect(key: Buffer, emails: string[]) {
  const encryption = createEncryption([key])
  const hosts = []
  for (const email of emails) {
    const { user, sessionToken } = await signIn(app.origin, email)
    await app.db
      .update(calendarConnections)
      .set({ credential: encryption.encrypt(`token of ${email}`), keyId: encryption.keyId })
      .where(eq(calendarConnections.hostId, user.id))
    hosts.push({ id: user.id, token: sessionToken, email })
  }
  return hosts
}
const connectionOf = async (id: string) =>
  (await app.db.select().from(calendarConnections).where(eq(calendarConnections.hostId, id)))[0]!

test('replaces a key, even if it is killed in the middle, and reports what no key can decrypt', async () => {
  await app.db.delete(calendarConnections)
  const hosts = await connect(former, ['ada@example.com', 'bob@example.com', 'cy@example.com'])
  const [lost] = await connect(foreign, ['dee@example.com'])
  const encryption = createEncryption([next, former])
  const deps = { ...app.deps, encryption }

  await expect(assertKeysConfigured(deps)).rejects.toThrow(
    /^ENCRYPTION_KEY lacks the key that encrypted the calendar access of 1 host\(s\)\. Append it after a comma\. /,
  )
  await expect(assertKeysConfigured({ ...deps, encryption: createEncryption([next]) })).rejects.toThrow(
    /4 host\(s\)/,
  )

  let encrypted = 0
  const killed = {
    ...encryption,
    encrypt(text: string) {
      if (++encrypted === 2) throw new Error('killed')
      return encryption.encrypt(text)
    },
  }
  await expect(reencrypt({ ...deps, encryption: killed }, { disconnectUnreadable: false })).rejects.toThrow(
    'killed',
  )
  for (const { id, email } of hosts) {
    const { credential, keyId } = await connectionOf(id)
    expect(encryption.decrypt(credential, keyId)).toBe(`token of ${email}`)
  }

  expect(await reencrypt(deps, { disconnectUnreadable: false })).toEqual({ replaced: 2, unreadable: 1 })
  const onlyNext = createEncryption([next])
  for (const { id, email } of hosts) {
    const { credential, keyId } = await connectionOf(id)
    expect(onlyNext.decrypt(credential, keyId)).toBe(`token of ${email}`)
  }
  expect(await connectionOf(lost!.id)).toMatchObject({ brokenAt: null })

  expect(await reencrypt(deps, { disconnectUnreadable: true })).toEqual({ replaced: 0, unreadable: 1 })
  expect(await ok(app.origin, 'getUser', { token: lost!.token })).toMatchObject({
    calendarConnection: 'broken',
    calendarProblem: 'unknown_key',
  })
  await expect(assertKeysConfigured({ ...deps, encryption: onlyNext })).resolves.toBeUndefined()
})

test('keeps a token that a host stored in the meantime', async () => {
  await app.db.delete(calendarConnections)
  const [host] = await connect(former, ['eve@example.com'])
  const encryption = createEncryption([next, former])
  const read = Promise.withResolvers<void>()
  const noticed = {
    ...encryption,
    decrypt(text: string, keyId: string) {
      read.resolve()
      return encryption.decrypt(text, keyId)
    },
  }
  let replacing = Promise.resolve({ replaced: -1, unreadable: -1 })
  await app.db.transaction(async (tx) => {
    await tx
      .update(calendarConnections)
      .set({ credential: encryption.encrypt('a newer token'), keyId: encryption.keyId })
      .where(eq(calendarConnections.hostId, host!.id))
    replacing = reencrypt({ ...app.deps, encryption: noticed }, { disconnectUnreadable: false })
    await read.promise
  })
  expect(await replacing).toEqual({ replaced: 0, unreadable: 0 })
  const { credential, keyId } = await connectionOf(host!.id)
  expect(encryption.decrypt(credential, keyId)).toBe('a newer token')
})
