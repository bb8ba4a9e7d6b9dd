import { expect, test } from 'vitest'
import { HOUR } from '../../../availability/units.ts'
import { entryOf, setUpAccount } from './account.test-support.ts'
import { CALENDAR, NOW } from './fake-server.test-support.ts'

const own = setUpAccount()
const { write, stored } = entryOf(own)

test.each([403, 409])('its entry under another name gets its own name back (%d)', async (status) => {
  await write()
  const inTheWay = stored()!.replace('PARTSTAT=ACCEPTED', 'PARTSTAT=TENTATIVE')
  own.server.remove('abc')
  own.server.put('imported', inTheWay)
  own.server.instead = ({ method, path, headers }) => {
    if (method === 'MOVE') {
      expect(headers).toMatchObject({ destination: `${own.server.origin}${CALENDAR}abc.ics`, overwrite: 'F' })
      own.server.remove('imported')
      own.server.put('abc', inTheWay)
      return { status: 201 }
    }
    return method === 'PUT' && path.endsWith('/abc.ics') && own.server.files.has('imported')
      ? { status }
      : undefined
  }
  await write({ sequence: 1, startAt: NOW + 5 * HOUR, endAt: NOW + 6 * HOUR })
  expect([...own.server.files.keys()]).toEqual(['abc'])
  expect(stored()).toContain('DTSTART:20270104T180000Z')
  expect(stored()).toContain('PARTSTAT=TENTATIVE')
})

test('an entry that isn’t ours keeps its name', async () => {
  await write()
  own.server.put('other', stored()!.replace(/^X-BOOMTIME-BOOKING:.*\r?\n/m, ''))
  own.server.remove('abc')
  own.server.instead = ({ method }) => (method === 'PUT' ? { status: 409 } : undefined)
  await expect(write()).rejects.toMatchObject({ reason: 'rejected' })
  expect([...own.server.files.keys()]).toEqual(['other'])
})
