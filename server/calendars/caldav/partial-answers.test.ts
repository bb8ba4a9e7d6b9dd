import { expect, test } from 'vitest'
import { setUpAccount } from './account.test-support.ts'
import { CALENDAR, event, missing, range, xml } from './fake-server.test-support.ts'

const own = setUpAccount('a', 'b', 'c')

const list = () => own.account.listEntries(CALENDAR, range)
const changesSince = (syncToken: string | null) => own.account.listChanges(CALENDAR, syncToken!, range)

type Question = 'listing' | 'multiget' | 'sync-collection'

/** Changes what the server answers to some kinds of requests. */
function answer(kinds: readonly Question[], change: (body: string) => string): void {
  own.server.instead = (asked) => {
    const isListing = asked.method === 'PROPFIND' && asked.headers['depth'] === '1'
    const isAsked = kinds.some((kind) => (kind === 'listing' ? isListing : asked.body.includes(kind)))
    return isAsked ? xml(change(own.server.answer(asked).body!)) : undefined
  }
}

const refusing = (path: string, status: number) => (body: string) =>
  body.replace(
    new RegExp(`<d:response><d:href>${CALENDAR}a\\.ics</d:href>.*?</d:response>`, 's'),
    missing(path, status),
  )

test.each(['text/html; charset=UTF-8', 'text/plain', ''])('a whole answer may be called %j', async (type) => {
  own.server.instead = (asked) => ({ ...own.server.answer(asked), headers: { 'content-type': type } })
  const { entries, syncToken } = await list()
  expect(entries.map(({ id }) => id)).toEqual(['a', 'b', 'c'])
  own.server.put('d', event('d'))
  expect((await changesSince(syncToken))!.entries.map(({ id }) => id)).toEqual(['d'])
})

test('a status can be that of several entries', async () => {
  const { syncToken } = await list()
  own.server.remove('a')
  own.server.remove('b')
  const href = (name: string) => `<d:href>${CALENDAR}${name}.ics</d:href>`
  answer(['sync-collection'], (body) =>
    body.replace(
      /<d:response>.*<\/d:response>/s,
      `<d:response>${href('a')}${href('b')}<d:status>HTTP/1.1 404 Not Found</d:status></d:response>`,
    ),
  )
  const changes = await changesSince(syncToken)
  expect(changes!.entries.map(({ id, isCanceled }) => [id, isCanceled])).toEqual([
    ['a', true],
    ['b', true],
  ])
})

const READ = [['a', 'b', 'c'], []]
const REFUSED = [['b', 'c'], ['a']]
const BROKEN = 'unreachable'

test.each<[number, Question[], unknown]>([
  [403, ['listing'], READ],
  [403, ['listing', 'multiget'], REFUSED],
  [400, ['multiget'], REFUSED],
  [423, ['listing'], READ],
  [423, ['multiget'], BROKEN],
  [429, ['listing'], READ],
  [429, ['multiget'], BROKEN],
  [404, ['listing'], [['b', 'c'], []]],
])('an entry that is refused with %d is no free time: %j', async (status, kinds, expected) => {
  answer(kinds, refusing(`${CALENDAR}a.ics`, status))
  const read = await list().catch((error: unknown) => error as { reason: string })
  expect(
    'reason' in read ? read.reason : [read.entries.map(({ id }) => id), read.unreadable!.map(({ id }) => id)],
  ).toEqual(expected)
})

test('a new entry that is refused among the changes is one that its host hears of', async () => {
  const { syncToken } = await list()
  own.server.put('a', event('a'))
  answer(['sync-collection', 'multiget'], refusing(`${CALENDAR}a.ics`, 403))
  expect(await changesSince(syncToken)).toMatchObject({ entries: [], unreadable: [{ id: 'a' }] })
})

test('a collection inside of the calendar may be refused', async () => {
  answer(['listing', 'multiget'], refusing(`${CALENDAR}inbox/`, 403))
  const { entries, unreadable } = await list()
  expect([entries.map(({ id }) => id), unreadable]).toEqual([['b', 'c'], []])
})

test('a list that the server cut short isn’t the whole calendar', async () => {
  answer(['listing'], refusing(CALENDAR, 507))
  await expect(list()).rejects.toMatchObject({ reason: 'unreachable', trouble: 'server_error' })
})
