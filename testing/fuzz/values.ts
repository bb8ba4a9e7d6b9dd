import fc from 'fast-check'
import type { Schema } from './operations.ts'

/** Texts that programs tend to stumble over. */
const hostileTexts = [
  '',
  ' ',
  '\u202e\u200b\ufeff',
  '💥'.repeat(50),
  '%',
  '%00',
  '__proto__',
  'constructor',
  '../..',
  "'; drop table hosts; --",
  '{"$ne":null}',
  'NaN',
  '1e400',
  '-1',
  '99999999999999999999',
  '0000-00-00',
  '2027-02-30',
  '+275760-09-13T00:00:00.000Z',
  '-271821-04-20T00:00:00.000Z',
  '9999-12-31T23:59:59.999-14:00',
  '0001-01-01T00:00:00+14:00',
  'Etc/../etc/passwd',
  'x'.repeat(70_000),
]

/** PostgreSQL's text can't contain the first, and UTF-8 not the second. */
const impossibleTexts = ['a\0b', 'x\ud800']

const hostileNumbers = [0, -0, -1, 1.5, 2 ** 31, 2 ** 53, 2 ** 63, 1e308, -1e308, 5e-324]

const anyText = fc.oneof(
  fc.constantFrom(...hostileTexts),
  fc.constantFrom(...impossibleTexts),
  fc.string({ unit: 'grapheme' }),
  // Any code units, so that surrogates come alone.
  fc.array(fc.integer({ min: 0, max: 0xffff })).map((units) => String.fromCharCode(...units)),
)

const nested = (depth: number) => JSON.parse('['.repeat(depth) + ']'.repeat(depth)) as unknown

const anything: fc.Arbitrary<unknown> = fc.oneof(
  anyText,
  fc.constantFrom(...hostileNumbers),
  fc.constantFrom(null, true, false),
  fc.constantFrom<unknown>(
    [],
    {},
    nested(1000),
    Array.from({ length: 2000 }, () => ({})),
  ),
  // The only way to an own property with this name.
  fc.constant(JSON.parse('{"__proto__":{"isAdmin":true},"constructor":{"prototype":null}}') as unknown),
  fc.jsonValue(),
)

const instants = ['2027-01-05T15:00:00Z', '2027-01-06T16:30:00.000Z', '2027-01-07T10:00:00+05:45']
const laterInstants = ['2027-02-05T15:00:00Z', '2027-02-07T10:00:00+05:45']

/** Values that calls accept, by the names of fields. `{name}` is replaced with what the server made. */
const known: Record<string, readonly unknown[]> = {
  bookingUrlId: ['{link}', '{link}', '{oneOffLink}'],
  linkId: ['{oneOff}'],
  expiresAt: laterInstants,
  maxUses: [1, 20],
  durations: [30],
  selectedDuration: [30],
  every: [15],
  bookingId: ['{booking}', '{booking}', '{guestLink}', '{otherBooking}', '{sharedBooking}'],
  eventId: ['{event}'],
  collectionId: ['{collection}'],
  guestId: ['{guest}', 'me'],
  userId: ['{share}', '{eventShare}', 'me'],
  labelId: ['{label}', '{label}', '{otherLabel}'],
  scheduleId: ['{schedule}', '{schedule}', '{schedule}', '{schedule}', '{otherSchedule}'],
  id: ['{collection}', '{field}'],
  ids: ['{label}'],
  labelIds: ['{label}'],
  bookingIds: ['{booking}'],
  eventIds: ['{event}'],
  collectionIds: ['{collection}'],
  add: ['{label}'],
  remove: ['{secondLabel}'],
  email: ['bob@example.com', 'ann@müller.example', 'X@EXAMPLE.COM'],
  emails: ['bob@example.com', 'cy@example.com', 'dee@example.com'],
  guests: ['bob@example.com', 'cy@example.com', 'dee@example.com'],
  handle: ['maya', 'ada-2', 'events'],
  slug: ['talk', 'intro-call'],
  timezone: ['UTC', 'Europe/Berlin', 'america/new_york', 'Pacific/Apia'],
  calendarId: ['primary', '{calendar}'],
  checkedCalendars: ['{calendar}'],
  replacement: ['primary'],
  connectionId: ['{connection}'],
  default_duration: [30, 60],
  default_buffer_time: [0, 15],
  bufferTime: [0, 15],
  version: [1],
  dateFrom: ['2027-01-04', '2027-01-10'],
  dateTo: ['2027-01-12', '2027-02-01'],
  country: ['DE', 'us'],
  year: ['2027', '2031'],
  from: ['2027-01-05', '2027-03-01'],
  to: ['2027-01-06', '2027-03-14'],
  start: ['00:00', '09:00'],
  end: ['17:00', '23:59'],
  order_by: ['created_at', '-start_utc'],
  items_per_page: ['10', '25'],
  page: ['1', '3', '999999999'],
  booking_status: ['confirmed', 'canceled,confirmed'],
  event_status: ['running', 'ended,not_yet_started'],
  booking_ids: ['{booking}', 'a,b'],
  event_ids: ['{event}', 'a,b'],
  labels_any: ['{label}', '{label},{secondLabel}', '{otherLabel}'],
  labels_all: ['{label}', ''],
  labels_none: ['{secondLabel}'],
  duration_min: ['10'],
  duration_max: ['60'],
  shared: ['true', 'false'],
  upcoming: ['true', 'false'],
  past: ['true', 'false'],
  event_include_disabled: ['true'],
  event_include_archived: ['true'],
  startUTC: instants,
  weekStart: ['1', '7'],
  weekFrom: instants,
  weekTo: instants,
  // Periods that end before they start would hide what comes after their check.
  eventStartUtc: instants,
  eventEndUtc: laterInstants,
  bookingStartUtc: instants,
  bookingEndUtc: laterInstants,
  created_after: instants,
  updated_after: instants,
  meeting_after: instants,
  meeting_before: instants,
  type: ['single-line', 'multi-line', 'checkbox', 'number', 'date', 'time', 'separator'],
}

/** Lists of one, because two of what is known would contradict each other. */
const SINGLE = new Set([
  'slots',
  'fields',
  'customFieldsCollections',
  'overrides',
  'travels',
  'limits',
  'durations',
])

/** Makes values of a schema. At every depth, one of `1 / hostility` is replaced; 0: none. */
export function valuesOf(schema: Schema, name: string, hostility: number): fc.Arbitrary<unknown> {
  const valid = validValues(schema, name, hostility)
  if (hostility === 0) return valid
  const weight = Math.round(hostility * 100)
  return fc.oneof({ weight: 100 - weight, arbitrary: valid }, { weight, arbitrary: anything })
}

function validValues(schema: Schema, name: string, hostility: number): fc.Arbitrary<unknown> {
  if ('const' in schema) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  const choices = Array.isArray(schema.type) ? schema.type.map((type) => ({ ...schema, type })) : schema.anyOf
  if (choices) return fc.oneof(...choices.map((one) => valuesOf(one, name, hostility)))
  const values = known[name]
  if (values && ['string', 'number', 'integer'].includes(String(schema.type)))
    return fc.constantFrom(...values)
  switch (schema.type ?? 'any') {
    case 'object': {
      const properties = Object.entries(schema.properties ?? {}).map(
        ([key, one]) => [key, valuesOf(one, key, hostility)] as const,
      )
      return fc.record(Object.fromEntries(properties), { requiredKeys: schema.required ?? [] })
    }
    case 'array':
      return fc.array(valuesOf(schema.items ?? {}, name, hostility), {
        minLength: hostility > 0 ? 0 : 1,
        maxLength: SINGLE.has(name) ? 1 : 3,
      })
    case 'boolean':
      // Most of what is deleted leaves nothing to try.
      return name === 'isDeleted' ? fc.constantFrom(false, false, false, true) : fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'integer':
    case 'number':
      return fc.integer({ min: Math.max(schema.minimum ?? 0, 0), max: Math.min(schema.maximum ?? 120, 120) })
    case 'string':
      return fc.oneof(
        fc.constantFrom('Intro call', 'Zoë 张伟', '<b>&amp;</b>\n"x"'),
        fc.lorem({ maxCount: 3 }),
      )
    default:
      return anything
  }
}

/** A value as a URL or a header can carry it. */
export const textOf = (value: unknown) => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))

export { anyText }
