import type { FastifyInstance } from 'fastify'
import { apiCall } from './api-call.ts'
import type { ApiContext } from './api-call.ts'
import type { Channels } from './channels.ts'
import { allowCrossOrigin } from './cross-origin.ts'
import { errorBody, notFound } from '../errors.ts'
import { changeEvent, deleteEvent, getEvent, insertEvent } from './event-writes.ts'
import { listEvents } from './events-list.ts'
import { queryFreeBusy } from './free-busy.ts'
import { calendarsOf } from '../people.ts'
import type { CalendarInfo } from '../people.ts'
import type { Sandbox } from '../sandbox.ts'
import { CALENDAR_EVENTS, CALENDAR_LIST, FREE_BUSY } from '../sign-in/scopes.ts'

/** The Calendar API v3. */
export function calendarApiRoutes(app: FastifyInstance, sandbox: Sandbox, channels: Channels): void {
  const root = '/calendar/v3'
  const events = `${root}/calendars/:calendarId/events`
  const event = `${events}/:eventId`
  const call = (method: string, scopes: string[], run: (context: ApiContext) => unknown) =>
    apiCall(sandbox, method, scopes, run)
  const onEvents = (method: string, run: (context: ApiContext) => unknown) =>
    call(method, [CALENDAR_EVENTS], run)

  app.get(`${root}/users/me/calendarList`, call('calendarList.list', [CALENDAR_LIST], listCalendars))
  app.get(events, onEvents('events.list', listEvents))
  app.get(event, onEvents('events.get', getEvent))
  app.post(
    events,
    onEvents('events.insert', (context) => insertEvent(context, channels)),
  )
  app.patch(
    event,
    onEvents('events.patch', (context) => changeEvent(context, channels, 'patch')),
  )
  app.put(
    event,
    onEvents('events.update', (context) => changeEvent(context, channels, 'update')),
  )
  app.delete(
    event,
    onEvents('events.delete', (context) => deleteEvent(context, channels)),
  )
  app.post(`${events}/watch`, onEvents('events.watch', channels.watch))
  app.post(`${root}/channels/stop`, call('channels.stop', [CALENDAR_EVENTS, CALENDAR_LIST], channels.stop))
  allowCrossOrigin(app, `${root}/freeBusy`)
  app.post(`${root}/freeBusy`, call('freebusy.query', [FREE_BUSY], queryFreeBusy))
  // The sandbox's scopes don't allow this call, and neither do Google's.
  app.get(
    `${root}/calendars/:calendarId`,
    call('calendars.get', [], () => ({})),
  )
  app.all(`${root}/*`, (_request, reply) => reply.code(404).send(errorBody(notFound())))
}

function listCalendars({ sandbox, email }: ApiContext): unknown {
  return {
    kind: 'calendar#calendarList',
    etag: '"1"',
    nextSyncToken: 'calendar-list',
    items: calendarsOf(sandbox.db, email)
      .filter(({ id }) => sandbox.faults.hasCalendar(id))
      .map((calendar) => listEntry(calendar, sandbox.faults.meet(email) !== 'meet_unavailable')),
  }
}

function listEntry({ primary, ...calendar }: CalendarInfo, allowsMeet: boolean): unknown {
  return {
    kind: 'calendar#calendarListEntry',
    etag: '"1"',
    ...calendar,
    foregroundColor: '#000000',
    colorId: '14',
    selected: true,
    accessRole: 'owner',
    conferenceProperties: { allowedConferenceSolutionTypes: allowsMeet ? ['hangoutsMeet'] : ['addOn'] },
    defaultReminders: primary ? [{ method: 'popup', minutes: 10 }] : [],
    ...(primary ? { primary } : {}),
  }
}
