import { expect, test } from 'vitest'
import { setUpAccount } from './account.test-support.ts'
import { CALENDAR, event, range } from './fake-server.test-support.ts'

const own = setUpAccount('a')
const second = 1_799_067_600

test('a token that is the second of the last change leaves out nothing of that second', async () => {
  // Of what SOGo knows, it reports what changed after the token.
  own.server.instead = (asked) => {
    const isSync = asked.body.includes('sync-collection')
    const body = asked.body.replace(`${second - 1}`, 'data:0').replace(`${second}`, 'data:2')
    const answer = own.server.answer({ ...asked, body })
    return { ...answer, body: answer.body!.replaceAll(/data:\d/g, `${isSync ? second - 1 : second}`) }
  }
  const listing = await own.account.listEntries(CALENDAR, range)
  own.server.put('b', event('b'))
  const changes = await own.account.listChanges(CALENDAR, listing.syncToken!, range)
  expect(changes!.entries.map(({ id }) => id)).toContain('b')
})
