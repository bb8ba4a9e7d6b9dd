import fc from 'fast-check'
import type { Failure } from '../../contract/errors.ts'
import { stopUrl } from '../../server/emails/mail-blocks.ts'
import { guestLinks } from '../../server/db/tables/guest-links.ts'
import { connectGoogle } from '../calendars/calendar-account.ts'
import { call, ok, signIn, START_OF_TESTS, type TestApp } from '../server/test-app.ts'
import { isDocumented, type Operation, readOperations } from './operations.ts'
import { type FuzzedRequest, requestsOf } from './requests.ts'

/** Requests to the same hosts. The next batch gets new ones, because requests delete what they find. */
const BATCH = 100

export interface FuzzOptions {
  seed: number
  /** Ends after this many batches, but not before `seconds` have passed. */
  batches: number
  seconds: number
  /**
   * Operations that have to succeed: luck decides when, so up to as many batches again try those alone that haven't.
   */
  mustSucceed?: readonly string[]
  /** What went wrong, with the request and how to repeat it. */
  onProblem: (problem: string) => void
}

/** How often each operation gave each status. */
export type Counts = Map<string, Map<number, number>>

/**
 * Sends requests that are made from the schemas and then spoiled, and checks that the server answers each one as it
 * documents. The app must trust one proxy.
 */
export async function fuzz(
  app: TestApp,
  { seed, batches, seconds, mustSucceed = [], onProblem }: FuzzOptions,
): Promise<Counts> {
  const operations = readOperations()
  const requests = requestsOf(operations)
  const counts: Counts = new Map()
  const until = Date.now() + seconds * 1000
  const isUnlucky = ({ operationId }: Operation) =>
    mustSucceed.includes(operationId) && !hasSucceeded(counts, operationId)
  for (let batchSeed = seed; ; batchSeed++) {
    const done = batchSeed - seed
    const goesOn = done < batches || Date.now() < until
    const unlucky = goesOn ? [] : operations.filter(isUnlucky)
    if (!goesOn && (unlucky.length === 0 || done >= 2 * batches)) return counts
    app.clock.now = START_OF_TESTS
    const values = await createValues(app, batchSeed)
    const sampled = goesOn ? requests : requestsOf(unlucky)
    for (const request of fc.sample(sampled, { seed: batchSeed, numRuns: BATCH })) {
      const { status, problem } = await send(app, request, values)
      if (problem) {
        onProblem(
          `${problem}\n  ${describe(request)}\n  repeat: npm run fuzz -- --seed ${batchSeed} --seconds 0`,
        )
      }
      const statuses = counts.get(nameOf(request)) ?? new Map<number, number>()
      counts.set(nameOf(request), statuses.set(status, (statuses.get(status) ?? 0) + 1))
    }
  }
}

/** Whether a request reached what it should try. */
export const hasSucceeded = (counts: Counts, name: string): boolean =>
  [200, 201].some((status) => counts.get(name)?.has(status))

const nameOf = ({ operation }: FuzzedRequest) => operation?.operationId ?? 'pages'

const describe = ({ method, url, headers, body }: FuzzedRequest) =>
  [`${method} ${url}`, JSON.stringify(headers), body ?? ''].map((part) => part.slice(0, 2000)).join('\n  ')

let addressCount = 0

/** Limits by address would soon refuse everything. */
function nextAddress() {
  const count = ++addressCount
  return { 'x-forwarded-for': `10.${(count >> 16) & 255}.${(count >> 8) & 255}.${count & 255}` }
}

/**
 * Two hosts with an event, a booking, guests, collections, a schedule, a one-off link, another calendar account and
 * labels, and one with nothing.
 */
async function createValues(app: TestApp, batch: number): Promise<Record<string, string>> {
  const { origin } = app
  const session = async (name: string) => signIn(origin, `${name}${batch}@example.com`, {}, nextAddress())
  const { sessionToken: token, user } = await session('owner')
  const other = (await session('other')).sessionToken
  const make = async (as: string) => {
    const collection = await ok(origin, 'createCollection', {
      token: as,
      body: { name: 'About you', fields: [{ type: 'single-line', label: 'Company' }] },
    })
    const event = await ok(origin, 'createEvent', {
      token: as,
      body: { title: 'Talk', customFieldsCollections: [{ id: collection.id }] },
    })
    const booking = await ok(origin, 'createBooking', {
      query: { bookingUrlId: event.bookingUrlId },
      headers: nextAddress(),
      body: { fullName: 'Bob', email: 'bob@example.com', startUTC: '2027-01-08T15:00:00Z' },
    })
    const [label, secondLabel] = await Promise.all(
      ['VIP', 'Lead'].map((name) => ok(origin, 'createLabel', { token: as, body: { name, color: 'red' } })),
    )
    const schedule = await ok(origin, 'createSchedule', { token: as, body: { name: 'Office' } })
    return {
      collection,
      event,
      booking,
      schedule: schedule.id,
      label: label!.id,
      secondLabel: secondLabel!.id,
    }
  }
  const { collection, event, booking, schedule, label, secondLabel } = await make(token)
  const others = await make(other)
  const account = await connectGoogle(app, token, `private${batch}@example.com`)
  const { id } = collection
  const share = await ok(origin, 'shareCollection', {
    token,
    params: { id },
    body: { email: 'ann@example.com' },
  })
  const eventShare = await ok(origin, 'shareEvent', {
    token,
    params: { id: event.id },
    body: { email: `other${batch}@example.com`, role: 'manage' },
  })
  const oneOff = await ok(origin, 'createEventLink', {
    token,
    params: { id: event.id },
    body: { maxUses: 20 },
  })
  const shared = await ok(origin, 'listBookings', { token: other, query: { shared: 'true' } })
  for (const email of ['gus', 'eve']) {
    await call(origin, 'inviteUsers', {
      params: { id: booking.id },
      headers: nextAddress(),
      body: { emails: [`${email}${batch}@example.com`] },
    })
  }
  const links = (await app.db.select().from(guestLinks)).filter((link) => link.bookingId === booking.id)
  return {
    owner: token,
    other,
    leaver: (await session('leaver')).sessionToken,
    event: event.id,
    link: event.bookingUrlId,
    oneOff: oneOff.id,
    oneOffLink: oneOff.bookingUrlId,
    booking: booking.id,
    otherBooking: others.booking.id,
    schedule,
    otherSchedule: others.schedule,
    connection: account.id,
    calendar: account.calendars[0]!.id,
    label,
    secondLabel,
    otherLabel: others.label,
    collection: collection.id,
    field: collection.fields[0]!.id,
    share: share.userId,
    eventShare: eventShare.userId,
    sharedBooking: shared.bookings[0]!.id,
    guestLink: links[0]!.token,
    guest: links[1]!.id,
    stop: stopUrl(app.deps.encryption, '', { hostId: user.id, email: 'bob@example.com' }).split('/').at(-1)!,
  }
}

async function send(app: TestApp, request: FuzzedRequest, values: Record<string, string>) {
  const fill = (text: string) => text.replaceAll(/\{(\w+)\}/g, (all, name: string) => values[name] ?? all)
  const response = await fetch(app.origin + fill(request.url), {
    method: request.method,
    redirect: 'manual',
    headers: {
      ...Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, fill(value)])),
      ...nextAddress(),
    },
    ...(request.body !== null && { body: fill(request.body) }),
  })
  return { status: response.status, problem: problemOf(request, response, await response.text()) }
}

const isRaw = (message: string) => /^(Invalid input|Too (big|small)|Unrecognized)/.test(message)

/** What is wrong with an answer; null if nothing is. */
function problemOf({ operation }: FuzzedRequest, { status, headers }: Response, text: string): string | null {
  const said = `answered ${status}: ${text.slice(0, 500)}`
  if (status >= 500 && status !== 503) return said
  if (!operation) return status < 500 ? null : said
  if ([429, 503].includes(status) && !headers.has('retry-after')) return `${said}\n  without Retry-After`
  if (status < 400 && !isDocumented(operation, status)) return `${said}\n  which isn’t documented`
  if (status === 304) return null
  const type = headers.get('content-type') ?? ''
  if (status < 300 && operation.mediaType !== 'application/json')
    return type.startsWith(operation.mediaType) ? null : `${said}\n  with the type ${type}`
  if (!type.startsWith('application/json')) return `${said}\n  with the type ${type}`
  const answer = JSON.parse(text) as Omit<Partial<Failure>, 'success'> & { success?: unknown; data?: unknown }
  if (status < 300)
    return answer.success === true && 'data' in answer ? null : `${said}\n  without the envelope`
  const { success, error, code } = answer
  if (success !== false || typeof error !== 'string' || error === '') return `${said}\n  without the envelope`
  if (code === undefined) return `${said}\n  without a code`
  if (Object.values(answer.fields ?? {}).some(isRaw)) return `${said}\n  in the words of a library`
  return isDocumented(operation, status, code) ? null : `${said}\n  which isn’t documented`
}
