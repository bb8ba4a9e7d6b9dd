import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { setUpApp } from '../../testing/set-up-app.ts'
import { ok, signIn } from '../../testing/test-app.ts'
import { googleConnections } from '../db/schema.ts'
import { createEncryption } from './encryption.ts'
import { assertKeysConfigured, reencrypt } from './reencrypt.ts'

const app = setUpApp()
const [former, next, foreign] = [randomBytes(32), randomBytes(32), randomBytes(32)]

/** Connections of hosts that are encrypted with `key`. */
async function connect(key: Buffer, emails: string[]) {
  const encryption = createEncryption([key])
  const hosts = []
  for (const email of emails) {
    const { user, sessionToken } = await signIn(app.origin, email)
    await app.db
      .update(googleConnections)
      .set({ refreshToken: encryption.encrypt(`token of ${email}`), keyId: encryption.keyId })
      .where(eq(googleConnections.hostId, user.id))
    hosts.push({ id: user.id, token: sessionToken, email })
  }
  return hosts
}
const connectionOf = async (id: string) =>
  (await app.db.select().from(googleConnections).where(eq(googleConnections.hostId, id)))[0]!

test('replaces a key, even if it is killed in the middle, and reports what no key can decrypt', async () => {
  await app.db.delete(googleConnections)
  const hosts = await connect(former, ['ada@example.com', 'bob@example.com', 'cy@example.com'])
  const [lost] = await connect(foreign, ['dee@example.com'])
  const encryption = createEncryption([next, former])
  const deps = { ...app.deps, encryption }

  await expect(assertKeysConfigured(deps)).rejects.toThrow(
    /^ENCRYPTION_KEY lacks the key that encrypted the Google access of 1 host\(s\)\. Append it after a comma\. /,
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
    const { refreshToken, keyId } = await connectionOf(id)
    expect(encryption.decrypt(refreshToken, keyId)).toBe(`token of ${email}`)
  }

  expect(await reencrypt(deps, { disconnectUnreadable: false })).toEqual({ replaced: 2, unreadable: 1 })
  const onlyNext = createEncryption([next])
  for (const { id, email } of hosts) {
    const { refreshToken, keyId } = await connectionOf(id)
    expect(onlyNext.decrypt(refreshToken, keyId)).toBe(`token of ${email}`)
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
  await app.db.delete(googleConnections)
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
      .update(googleConnections)
      .set({ refreshToken: encryption.encrypt('a newer token'), keyId: encryption.keyId })
      .where(eq(googleConnections.hostId, host!.id))
    replacing = reencrypt({ ...app.deps, encryption: noticed }, { disconnectUnreadable: false })
    await read.promise
  })
  expect(await replacing).toEqual({ replaced: 0, unreadable: 0 })
  const { refreshToken, keyId } = await connectionOf(host!.id)
  expect(encryption.decrypt(refreshToken, keyId)).toBe('a newer token')
})
