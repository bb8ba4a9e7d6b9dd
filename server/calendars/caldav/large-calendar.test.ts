import { describe, expect, test } from 'vitest'
import { CalendarError } from '../../adapters/calendar-provider.ts'
import { setUpAccount } from './account.test-support.ts'
import { CALENDAR, event, multistatus, range, xml, type FakeServer } from './fake-server.test-support.ts'
import { parseXml } from './xml.ts'

const own = setUpAccount('a', 'b')

const list = () => own.account.listEntries(CALENDAR, range)

async function troubleOf(call: () => Promise<unknown>) {
  const error = await call().catch((caught: unknown) => caught)
  if (!(error instanceof CalendarError)) throw new Error('no CalendarError', { cause: error })
  return error.trouble
}

describe('a large calendar', () => {
  const many = (count: number) => Array.from({ length: count }, (_, index) => `entry${index}`)

  test('is read completely', async () => {
    for (const name of many(1200)) own.server.put(name, event(name))
    expect((await list()).entries).toHaveLength(1202)
    expect(own.server.takeAsked().filter((asked) => asked.startsWith('REPORT'))).toHaveLength(13)
  })

  test('has a list as long as that of 30,000 entries', async () => {
    const longName = 'x'.repeat(2000)
    const names = many(3000).map((name) => name + longName)
    for (const name of names) own.server.put(name, event(name))
    const { entries, syncToken } = await list()
    expect(entries).toHaveLength(3002)
    expect(syncToken!.length).toBeLessThan(1000)
  })

  test('that is too large says so', async () => {
    own.server.instead = () => xml(multistatus('<a/>'.repeat(1_000_000)))
    expect(await troubleOf(list)).toBe('too_large')
  })

  test('blocks nobody', async () => {
    const text = multistatus('<a/>'.repeat(450_000))
    own.server.instead = () => xml(text)
    // In time of this thread's processor, which nothing else on the machine takes.
    const usedBy = async (work: () => Promise<unknown>) => {
      const before = process.threadCpuUsage()
      await work()
      const { user, system } = process.threadCpuUsage(before)
      return user + system
    }
    const parsing = await usedBy(() => parseXml(text))
    const listing = await usedBy(async () =>
      expect(['server_error', 'too_large']).toContain(await troubleOf(list)),
    )
    expect(listing).toBeLessThan(parsing / 2)
  })

  test('a response that is too large is read in parts', async () => {
    const real = (asked: Parameters<FakeServer['answer']>[0]) => own.server.answer(asked)
    own.server.put('large', event('large', 'DTSTART:20270105T100000Z', `ATTACH:${'x'.repeat(1_000_000)}`))
    for (const name of many(7)) own.server.put(name, event(name))
    own.server.instead = (asked) => {
      if (!asked.body.includes('multiget')) return undefined
      const answer = real(asked)
      return answer.body!.length > 1_000_000 && asked.body.split('<d:href>').length > 4
        ? { ...answer, body: answer.body! + ' '.repeat(5_000_000) }
        : answer
    }
    expect((await list()).entries).toHaveLength(10)
  })
})
