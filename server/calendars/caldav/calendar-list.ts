import { percentDecoded } from '../../adapters/outgoing/percent-decoded.ts'
import type { CalendarSummary } from '../../adapters/calendar-provider.ts'
import type { DavClient } from './dav-client.ts'
import { brokenAnswer, type DavResource, hrefsOf } from './multistatus.ts'
import { fieldsOf, textOf } from './xml.ts'

const PROPERTIES = {
  displayname: {},
  resourcetype: {},
  'current-user-privilege-set': {},
  'c:supported-calendar-component-set': {},
  'c:schedule-default-calendar-URL': {},
}

/** The calendars for events in a host's collections. */
export async function listCalendars(client: DavClient, homes: readonly URL[]): Promise<CalendarSummary[]> {
  const listed: DavResource[] = []
  for (const home of homes) {
    const body = { propfind: { prop: PROPERTIES } }
    const { resources } = await client.read(home, { method: 'PROPFIND', depth: '1', body })
    if (resources.length === 0) throw brokenAnswer('a list of calendars')
    listed.push(...resources)
  }
  const [home] = homes
  const found = listed.filter(isCalendar)
  const byId = new Map(found.map((resource) => [calendarIdOf(resource.url, home!), resource]))
  const [standard] = listed.flatMap(({ props, url }) => hrefsOf(props['scheduleDefaultCalendarURL'], url))
  const ids = [...byId.keys()]
  const named = standard && ids.find((id) => id === calendarIdOf(standard, home!))
  const primary = named ?? ids.find((id) => isWritable(byId.get(id)!)) ?? ids[0]
  return [...byId].map(([id, resource]) => ({
    id,
    name: textOf(resource.props['displayname']) ?? lastSegment(resource.url),
    isPrimary: id === primary,
    isWritable: isWritable(resource),
    hasVideoCalls: false,
  }))
}

/** A calendar's URL without the part that it shares with the account's other calendars. */
const calendarIdOf = (url: URL, home: URL) =>
  url.origin === home.origin ? url.pathname + url.search : url.href

export const isCalendar = ({ props, status }: DavResource): boolean =>
  status === 200 &&
  'calendar' in fieldsOf(props['resourcetype']) &&
  hasEvents(props['supportedCalendarComponentSet'])

/** A calendar that doesn't say what it has can have everything. */
function hasEvents(components: unknown): boolean {
  const listed = [fieldsOf(components)['comp'] ?? []].flat()
  const names = listed.map((comp) => fieldsOf(fieldsOf(comp)['_attributes'])['name'])
  return names.length === 0 || names.includes('VEVENT')
}

/** A server that doesn't say what its users may do lets them write to their calendars. */
function isWritable({ props }: DavResource): boolean {
  const set = props['currentUserPrivilegeSet']
  if (set === undefined) return true
  const listed = [fieldsOf(set)['privilege'] ?? []].flat()
  const privileges = new Set(listed.flatMap((each) => Object.keys(fieldsOf(each))))
  return (
    privileges.has('all') ||
    privileges.has('write') ||
    (privileges.has('bind') && privileges.has('writeContent'))
  )
}

const lastSegment = ({ pathname }: URL): string =>
  percentDecoded(pathname.split('/').findLast((part) => part !== '') ?? '')
