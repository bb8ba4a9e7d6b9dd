import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { scheduleInput } from '../../contract/schedules/schedule.schema.ts'
import { scheduleMessages } from '../../contract/schedules/schedule.ts'
import { setUpApp } from '../../testing/server/set-up-app.ts'
import { call, ok, signIn, START_OF_TESTS } from '../../testing/server/test-app.ts'
import { schedules } from '../db/tables/schedules.ts'
import { holidayColumns, holidayCountries } from './holidays.ts'
import { renewHolidays } from './renew-holidays.ts'

describe('holidays', () => {
  const app = setUpApp()
  let token: string
  beforeAll(async () => {
    token = (await signIn(app.origin, 'maya@example.com')).sessionToken
  })

  const list = (country: string, query = {}) =>
    call(app.origin, 'listHolidays', { token, params: { country }, query })
  const named = async (country: string, query: Record<string, string>, name: string) =>
    (await ok(app.origin, 'listHolidays', { token, params: { country }, query })).filter((holiday) =>
      holiday.name.startsWith(name),
    )

  test('are known for many countries, in English, with their regions', async () => {
    const countries = await ok(app.origin, 'listHolidayCountries', { token })
    expect(countries.length).toBeGreaterThan(150)
    const names = countries.map(({ name }) => name)
    expect(names).toEqual(names.toSorted((a, b) => a.localeCompare(b, 'en')))
    expect(countries.find(({ code }) => code === 'DE')).toMatchObject({ name: 'Germany' })
    expect(countries.find(({ code }) => code === 'DE')!.regions).toContainEqual({
      code: 'BY',
      name: 'Bayern',
    })
  })

  test('differ by region and year, and bank holidays aren’t public ones', async () => {
    expect(await named('DE', { region: 'BY', year: '2027' }, 'Epiphany')).toMatchObject([
      { from: '2027-01-06' },
    ])
    expect(await named('DE', { region: 'BE', year: '2027' }, 'Epiphany')).toEqual([])
    expect(await named('DE', { year: '2026' }, 'Good Friday')).toMatchObject([{ from: '2026-04-03' }])
    expect(await named('DE', { year: '2027' }, 'Good Friday')).toMatchObject([{ from: '2027-03-26' }])
    expect(await named('DE', { year: '2027' }, 'Christmas Eve')).toEqual([])
  })

  test('have the names of an English-speaking country, or else American ones', async () => {
    const nameOn = async (country: string, date: string) =>
      (await ok(app.origin, 'listHolidays', { token, params: { country }, query: { year: '2027' } })).find(
        ({ from }) => from === date,
      )?.name
    expect(await nameOn('DE', '2027-12-26')).toBe('Second Day of Christmas')
    expect(await nameOn('GB', '2027-12-26')).toBe('Boxing Day')
    expect(await nameOn('US', '2027-09-06')).toBe('Labor Day')
    expect(await nameOn('CA', '2027-09-06')).toBe('Labour Day')
    expect(await nameOn('DE', '2027-05-01')).toBe('Labor Day')
    expect(await nameOn('ZA', '2027-05-01')).toBe("Workers' Day")
  })

  test('are the present year’s if no year is given', async () => {
    expect(await named('us', {}, 'Memorial Day')).toMatchObject([{ from: '2027-05-31' }])
  })

  test('include one that began the year before, and a substitute for one of the next year', async () => {
    expect(await named('SZ', { year: '2027' }, 'Incwala')).toMatchObject([
      { from: '2026-12-28', to: '2027-01-02' },
      { from: '2027-12-28', to: '2028-01-02' },
    ])
    expect(await named('US', { year: '2027' }, 'New Year')).toMatchObject([
      { from: '2027-01-01' },
      { from: '2027-12-31', name: "New Year's Day (substitute day)" },
    ])
  })

  test.each([
    ['half a day', 'IS', 'Christmas Eve', '2027-12-24', '2027-12-24'],
    ['several days', 'AE', 'End of Ramadan', '2027-03-09', '2027-03-11'],
    ['days and hours', 'TR', 'End of Ramadan', '2027-03-09', '2027-03-12'],
    ['a day of 23 hours', 'CH', 'Easter Sunday', '2027-03-28', '2027-03-28'],
    ['a day of 25 hours', 'SI', 'Reformation Day', '2027-10-31', '2027-10-31'],
  ])('of %s are whole dates of their country', async (_what, country, name, from, to) => {
    expect(await named(country, { year: '2027' }, name)).toMatchObject([{ from, to }])
  })

  test('of an unknown country or year are refused', async () => {
    expect((await list('XX')).status).toBe(404)
    expect((await list('DE', { region: 'TX' })).status).toBe(404)
    expect((await list('DE', { year: '1999' })).status).toBe(400)
  })

  test.each(['\u0000', '\uD800', 'x'.repeat(501)])('refuse %j as a rule', async (rule) => {
    const body = { name: 'Office', holidays: { country: 'DE', off: ['12-26', rule] } }
    const refusal = { status: 400, fields: { 'holidays.off.1': scheduleMessages.holidaysOff } }
    expect(await call(app.origin, 'createSchedule', { token, body })).toMatchObject(refusal)
    const { id } = await ok(app.origin, 'createSchedule', { token, body: { name: 'Office' } })
    expect(await call(app.origin, 'updateSchedule', { token, params: { id }, body })).toMatchObject(refusal)
  })

  test('close the dates of a schedule, except those that are switched off', async () => {
    const holidays = { country: 'de', region: 'by', off: ['12-26'] }
    const created = await ok(app.origin, 'createSchedule', { token, body: { name: 'Office', holidays } })
    expect(created.holidays).toEqual({ country: 'DE', region: 'BY', off: ['12-26'] })
    const dates = created.holidayDates.map(({ from }) => from)
    expect(dates).toContain('2027-12-25')
    expect(dates).not.toContain('2027-12-26')
    expect(dates.at(-1)).toBe('2029-12-25')
    expect(created.holidayDates.every(({ slots }) => slots.length === 0)).toBe(true)
    const params = { id: created.id }
    const without = await ok(app.origin, 'updateSchedule', { token, params, body: { holidays: null } })
    expect(without).toMatchObject({ holidays: null, holidayDates: [] })
  })

  test('of any country can be left out', async () => {
    const [{ default: Calendar }, countries] = await Promise.all([
      import('date-holidays'),
      holidayCountries(),
    ])
    const rules = countries.flatMap(({ code }) =>
      new Calendar(code, { types: ['public'] }).getHolidays(2027).map(({ rule }) => rule),
    )
    expect(rules.length).toBeGreaterThan(2000)
    const { off } = scheduleInput.shape.holidays.unwrap().unwrap().shape
    expect(rules.filter((rule) => !off.safeParse([rule]).success)).toEqual([])

    const taiwan = await ok(app.origin, 'listHolidays', {
      token,
      params: { country: 'TW' },
      query: { year: '2027' },
    })
    const holidays = { country: 'TW', off: taiwan.map(({ rule }) => rule) }
    const { holidayDates } = await ok(app.origin, 'createSchedule', {
      token,
      body: { name: 'Taipei', holidays },
    })
    expect(holidayDates.filter(({ from }) => from.startsWith('2027'))).toEqual([])
  })

  test('are calculated for one more year when a year is over, and once', async () => {
    const body = { name: 'Home', holidays: { country: 'FR', region: null, off: ['05-08'] } }
    const { id } = await ok(app.origin, 'createSchedule', { token, body })
    const stored = async () => (await app.db.select().from(schedules).where(eq(schedules.id, id)))[0]!
    const before = await stored()
    await renewHolidays(app.deps)
    expect(await stored()).toEqual(before)

    // In the west, it is still the last day of the year.
    app.clock.now = Date.parse('2028-01-01T00:00:00Z')
    const { holidayDates } = await holidayColumns({ country: 'US', region: null, off: [] }, app.clock.now)
    expect(holidayDates.map(({ from }) => from)).toContain('2027-12-31')
    await renewHolidays(app.deps)
    expect(await stored()).toEqual(before)

    app.clock.now = Date.parse('2028-01-02T00:00:00Z')
    await renewHolidays(app.deps)
    const renewed = await stored()
    expect(renewed.holidayDates.at(-1)!.from).toBe('2030-12-25')
    expect(renewed.holidayDates.some(({ from }) => from.endsWith('05-08'))).toBe(false)
    expect(renewed).toMatchObject({
      version: before.version,
      holidaysUntil: Date.parse('2029-01-02T00:00:00Z'),
    })
    app.clock.now = START_OF_TESTS
  })

  test('of a place that is no longer known stay, and the others are renewed', async () => {
    const create = (name: string) =>
      ok(app.origin, 'createSchedule', { token, body: { name, holidays: { country: 'FR' } } })
    const [gone, known] = [await create('Gone'), await create('Known')]
    const isSchedule = ({ id }: { id: string }) => eq(schedules.id, id)
    const holidays = { country: 'XX', region: null, off: [] }
    await app.db.update(schedules).set({ holidays }).where(isSchedule(gone))
    // Changed last, so that the database lists it last.
    await app.db.update(schedules).set({ name: 'Last' }).where(isSchedule(known))
    app.clock.now = Date.parse('2028-01-02T00:00:00Z')
    await renewHolidays(app.deps)
    app.clock.now = START_OF_TESTS
    const [kept] = await app.db.select().from(schedules).where(isSchedule(gone))
    expect(kept!.holidayDates).toEqual(gone.holidayDates)
    const [renewed] = await app.db.select().from(schedules).where(isSchedule(known))
    expect(renewed!.holidayDates.at(-1)!.from).toBe('2030-12-25')
  })
})
