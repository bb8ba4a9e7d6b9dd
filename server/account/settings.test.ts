import { beforeEach, describe, expect, test } from 'vitest'
import { settingsTimezones } from '../../contract/account/settings-options.ts'
import { setUpApp } from '../../testing/server/set-up-app.ts'
import { call, ok, signIn, START_OF_TESTS } from '../../testing/server/test-app.ts'

const defaults = {
  time_format: '12hour',
  timezone: 'America/New_York',
  default_duration: 30,
  default_buffer_time: 5,
  default_meet_via: 'google-meet',
  notification_emails: true,
  notification_booking_reminders: true,
  notification_marketing_emails: true,
  keep_bookings_months: null,
  week_start: 'monday',
  booking_limits: [],
  show_photo: false,
}

const others = {
  time_format: '24hour',
  timezone: 'Asia/Kathmandu',
  default_duration: 45,
  default_buffer_time: 15,
  default_meet_via: 'phone',
  notification_emails: false,
  notification_booking_reminders: false,
  notification_marketing_emails: false,
  keep_bookings_months: 24,
  week_start: 'sunday',
  booking_limits: [{ per: 'day', bookings: 4, minutes: null }],
  show_photo: true,
}

describe('settings', () => {
  const app = setUpApp()
  let token: string
  let hosts = 0
  beforeEach(async () => {
    token = (await signIn(app.origin, `host${++hosts}@example.com`)).sessionToken
  })

  const read = () => ok(app.origin, 'getSettings', { token })
  const save = (body: unknown) => call(app.origin, 'updateSettings', { token, body })
  const saved = { updatedAt: new Date(START_OF_TESTS).toISOString() }

  test('are the defaults until the host saves them', async () => {
    expect(await read()).toEqual({ ...defaults, defaults: Object.keys(defaults), updatedAt: null })
  })

  test('are saved completely and belong only to their host', async () => {
    expect(await save(others)).toMatchObject({ status: 200, data: { ...others, ...saved } })
    expect(await read()).toEqual({ ...others, ...saved, defaults: [] })
    token = (await signIn(app.origin, 'somebody.else@example.com')).sessionToken
    expect(await read()).toEqual({ ...defaults, defaults: Object.keys(defaults), updatedAt: null })
  })

  test("omitted settings don't change, even if two tabs save at once", async () => {
    const tabs = await Promise.all([
      save({ time_format: '24hour' }),
      save({ default_duration: 90 }),
      save({ notification_emails: false }),
      save({ timezone: 'europe/berlin', host_id: 'of another', odd: 1 }),
    ])
    expect(tabs.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(await read()).toEqual({
      ...defaults,
      ...saved,
      time_format: '24hour',
      default_duration: 90,
      notification_emails: false,
      timezone: 'Europe/Berlin',
      defaults: [
        'default_buffer_time',
        'default_meet_via',
        'notification_booking_reminders',
        'notification_marketing_emails',
        'keep_bookings_months',
        'week_start',
        'booking_limits',
        'show_photo',
      ],
    })
  })

  test('saving nothing chooses nothing', async () => {
    await save({})
    expect(await read()).toEqual({ ...defaults, ...saved, defaults: Object.keys(defaults) })
  })

  test.each([
    ['time_format', '13hour', 'Time format must be one of 12hour, 24hour'],
    ['timezone', 'Mars/Olympus', 'Unknown time zone. Use an IANA name such as Europe/Berlin'],
    ['timezone', '+02:00', 'Unknown time zone. Use an IANA name such as Europe/Berlin'],
    ['timezone', null, 'Choose a time zone'],
    ['default_duration', 20, 'Default duration must be one of 15, 30, 45, 60, 90, 120 minutes'],
    ['default_duration', '30', 'Default duration must be one of 15, 30, 45, 60, 90, 120 minutes'],
    ['default_buffer_time', 20, 'Default buffer time must be one of 0, 5, 10, 15, 30 minutes'],
    [
      'default_meet_via',
      'fax',
      'Default meeting type must be one of google-meet, zoom, teams, phone, in-person',
    ],
    ['notification_emails', 'yes', 'Use true or false'],
    ['notification_booking_reminders', null, 'Use true or false'],
    ['notification_marketing_emails', 1, 'Use true or false'],
    ['keep_bookings_months', 7, 'Keep bookings for 6, 12, 24, 36, 60 months, or null for good'],
    ['week_start', 'tuesday', 'A week starts on monday, saturday, sunday'],
    ['booking_limits', 3, 'Limits must be a list'],
    ['show_photo', null, 'Use true or false'],
  ])('rejects %s %j', async (key, value, message) => {
    expect(await save({ ...others, [key]: value })).toMatchObject({
      status: 400,
      code: 'validation_failed',
      error: message,
      fields: { [key]: message },
    })
    expect(await read()).toEqual({ ...defaults, defaults: Object.keys(defaults), updatedAt: null })
  })

  test('accepts every zone that the app offers', async () => {
    for (const timezone of settingsTimezones) {
      expect(await save({ timezone })).toMatchObject({ status: 200, data: { timezone } })
    }
  })

  test('require a session', async () => {
    expect(await call(app.origin, 'getSettings')).toMatchObject({ status: 401 })
    expect(await call(app.origin, 'updateSettings', { body: others })).toMatchObject({ status: 401 })
  })

  test('a new event uses the saved settings unless its body differs', async () => {
    const create = (body: object = {}) =>
      ok(app.origin, 'createEvent', { token, body: { title: 'Talk', ...body } })
    const own = { duration: 30, bufferTime: 0, meetVia: 'google-meet', timezone: 'America/New_York' }
    expect(await create()).toMatchObject(own)
    await save(others)
    expect(await create()).toMatchObject({
      duration: 45,
      bufferTime: 15,
      meetVia: 'phone',
      timezone: 'Asia/Kathmandu',
    })
    expect(await create(own)).toMatchObject(own)
    await save(defaults)
    expect(await create()).toMatchObject({ ...own, bufferTime: 5 })
  })
})
