import { expect, test } from 'vitest'
import { setUpAccount } from './account.test-support.ts'
import { CALENDAR, range, xml } from './fake-server.test-support.ts'

const own = setUpAccount('a', 'b', 'c')

const list = () => own.account.listEntries(CALENDAR, range)

/** Changes what the server answers to one kind of request. */
function answer(kind: 'listing' | 'multiget' | 'sync-collection', change: (body: string) => string): void {
  own.server.instead = (asked) => {
    const { body } = own.server.answer(asked)
    const isListing = asked.method === 'PROPFIND' && asked.headers['depth'] === '1'
    const isAsked = kind === 'listing' ? isListing : asked.body.includes(kind)
    return isAsked ? xml(change(body!)) : undefined
  }
}

test('a status can be that of several entries', async () => {
  const first = await list()
  own.server.remove('a')
  own.server.remove('b')
  const href = (name: string) => `<d:href>${CALENDAR}${name}.ics</d:href>`
  answer('sync-collection', (body) =>
    body.replace(
      /<d:response>.*<\/d:response>/s,
      `<d:response>${href('a')}${href('b')}<d:status>HTTP/1.1 404 Not Found</d:status></d:response>`,
    ),
  )
  const changes = await own.account.listChanges(CALENDAR, first.syncToken!, range)
  expect(changes!.entries.map(({ id, isCanceled }) => [id, isCanceled])).toEqual([
    ['a', true],
    ['b', true],
  ])
})
