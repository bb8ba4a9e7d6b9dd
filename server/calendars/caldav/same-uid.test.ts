import { describe, expect, test } from 'vitest'
import { HOUR } from '../../../availability/units.ts'
import { entryOf, setUpAccount } from './account.test-support.ts'
import { type Asked, CALENDAR, NOW } from './fake-server.test-support.ts'

const own = setUpAccount()
const { write, stored } = entryOf(own)

const conflict =
  '<d:error xmlns:d="DAV:"><c:no-uid-conflict xmlns:c="urn:ietf:params:xml:ns:caldav"/></d:error>'

/** The host's edited copy of the entry, whose UID the server then takes for another one's. */
async function importCopy(status: number, name = 'imported') {
  await write()
  const inTheWay = stored()!.replace('PARTSTAT=ACCEPTED', 'PARTSTAT=TENTATIVE')
  own.server.remove('abc')
  own.server.put(name, inTheWay)
  const isTaken = () => [...own.server.files.keys()].some((each) => each !== 'abc')
  const headers = { 'content-type': 'application/xml' }
  return (asked: Asked) =>
    asked.method === 'PUT' && asked.path.endsWith('/abc.ics') && isTaken()
      ? { status, headers, body: conflict }
      : undefined
}

/** The names of all entries after a move, and what became of the one. */
async function rewritten(isNew = true) {
  await write({ isNew, sequence: 1, startAt: NOW + 5 * HOUR, endAt: NOW + 6 * HOUR })
  return [...own.server.files.keys(), ...stored()!.match(/^DTSTART.*|PARTSTAT=T\w+/gm)!]
}
const renamed = ['abc', 'DTSTART:20270104T180000Z', 'PARTSTAT=TENTATIVE']

test.each([207, 400, 403, 409, 412])(
  'its entry under another name gets its own name back (%d)',
  async (status) => {
    const refuse = await importCopy(status)
    own.server.instead = (asked) => {
      if (asked.method !== 'MOVE') return refuse(asked)
      const destination = `${own.server.origin}${CALENDAR}abc.ics`
      expect(asked.headers).toMatchObject({ destination, overwrite: 'F' })
      const text = own.server.files.get('imported')!
      own.server.remove('imported')
      own.server.put('abc', text)
      return { status: 201 }
    }
    expect(await rewritten()).toEqual(renamed)
  },
)

test.each([400, 403, 405, 409, 501])('also at a server that moves no entries (%d)', async (status) => {
  const refuse = await importCopy(412)
  own.server.instead = (asked) => (asked.method === 'MOVE' ? { status } : refuse(asked))
  expect(await rewritten()).toEqual(renamed)
})

test.each(['imported', 'abc@google.com'])(
  'also at one whose MOVE names it after its UID, and loses one with that name (%s)',
  async (name) => {
    const refuse = await importCopy(409, name)
    const { server } = own
    server.instead = (asked) => {
      if (asked.method !== 'MOVE') return refuse(asked)
      const from = asked.path.slice(CALENDAR.length, -'.ics'.length)
      const text = server.files.get(from)!
      server.remove(from)
      if (from !== 'abc@google.com') server.put('abc@google.com', text)
      return { status: 201 }
    }
    expect(await rewritten()).toEqual(renamed)
  },
)

test('nor is it lost if the server can’t be searched after that', async () => {
  const refuse = await importCopy(409, 'abc@google.com')
  const { server } = own
  server.instead = (asked) => {
    if (asked.method === 'REPORT' && server.files.size === 0) return { status: 503 }
    if (asked.method !== 'MOVE') return refuse(asked)
    server.remove('abc@google.com')
    return { status: 201 }
  }
  expect(await rewritten()).toEqual(renamed)
})

test.each([404, 412, 503])('nor is it lost if its own name is refused (%d)', async (status) => {
  const refuse = await importCopy(412)
  own.server.instead = (asked) => {
    if (asked.method === 'MOVE') return { status: 405 }
    const isTo = asked.method === 'PUT' && asked.path.endsWith('/abc.ics')
    return refuse(asked) ?? (isTo ? { status } : undefined)
  }
  await expect(write({ sequence: 1 })).rejects.toThrow(/./)
  expect([...own.server.files.keys()]).toEqual(['imported'])

  own.server.instead = (asked) => (asked.method === 'MOVE' ? { status: 405 } : refuse(asked))
  expect(await rewritten()).toEqual(renamed)
})

test('a server that is busy keeps its entry', async () => {
  const refuse = await importCopy(412)
  own.server.instead = (asked) => (asked.method === 'MOVE' ? { status: 503 } : refuse(asked))
  await expect(write()).rejects.toMatchObject({ reason: 'unreachable' })
  expect([...own.server.files.keys()]).toEqual(['imported'])
})

test('an entry that isn’t ours keeps its name', async () => {
  await write()
  own.server.put('other', stored()!.replace(/^X-BOOMTIME-BOOKING:.*\r?\n/m, ''))
  own.server.remove('abc')
  own.server.instead = ({ method }) => (method === 'PUT' ? { status: 409 } : undefined)
  await expect(write()).rejects.toMatchObject({ reason: 'rejected' })
  expect([...own.server.files.keys()]).toEqual(['other'])
})

describe('at a server that takes a UID twice', () => {
  const importAbc = async () => {
    await importCopy(201)
    own.server.instead = ({ method }) => (method === 'MOVE' ? { status: 501 } : undefined)
  }

  test('an entry under another name is changed', async () => {
    await importAbc()
    expect(await rewritten(false)).toEqual(renamed)
  })

  test('an entry under another name is removed', async () => {
    await importAbc()
    expect(await own.account.removeEntry(CALENDAR, 'abc')).toBe(true)
    expect([...own.server.files.keys()]).toEqual([])
  })

  test('an entry under another name loses its people', async () => {
    await importAbc()
    expect(stored('imported')).toContain('bob@example.com')
    const anonymous = { id: 'abc', title: 'Talk', description: '', sequence: 1 }
    expect(await own.account.anonymizeEntry(CALENDAR, anonymous)).toBe(true)
    expect([...own.server.files.keys()]).toEqual(['abc'])
    expect(stored()).not.toContain('bob@example.com')
  })
})

test.each([403, 404])('a server that doesn’t search has no entry under another name (%d)', async (status) => {
  await importCopy(201)
  own.server.instead = ({ method }) => (method === 'REPORT' ? { status } : undefined)
  expect(await own.account.removeEntry(CALENDAR, 'abc')).toBe(false)
  expect([...own.server.files.keys()]).toEqual(['imported'])
})
