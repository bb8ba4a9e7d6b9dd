/// <reference lib="esnext.temporal" preserve="true" />
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Channels } from '../calendar-api/channels.ts'
import { writeEntry } from '../calendar-api/entries.ts'
import { signedInEmail } from '../browser-session.ts'
import { ApiError, invalid } from '../errors.ts'
import { newEntry } from '../calendar-api/event-input.ts'
import { findEntry } from '../calendar-api/event-writes.ts'
import { text } from '../fields.ts'
import { html } from '../../html.ts'
import { sendErrorPage, sendPage } from '../../page.ts'
import { calendarsOf, findCalendar, normalEmail, personFor, setTimeZone } from '../people.ts'
import type { CalendarInfo, Person } from '../people.ts'
import type { Sandbox } from '../sandbox.ts'
import type { FormValues } from './week-forms.ts'
import { weekPage } from './week-page.ts'
import { mondayOf, weekOf } from './week.ts'
import { isTimeZone } from '../time-zone.ts'

const FIELDS = ['title', 'calendar', 'start', 'end', 'allDay', 'show', 'kind', 'repeat', 'declined']

/** The week page of a person's calendars, and its form handlers. */
export function weekRoutes(app: FastifyInstance, sandbox: Sandbox, channels: Channels): void {
  const { db, now } = sandbox

  app.get('/ui', (request, reply) => {
    const person = personOf(request)
    return person
      ? sendWeek(request, reply, person)
      : sendWho(reply, text(request.query, 'email') || undefined)
  })

  app.post('/ui', (request, reply) => {
    const person = personOf(request)
    if (!person) return sendWho(reply, '')
    const values = Object.fromEntries(FIELDS.map((field) => [field, text(request.body, field)]))
    try {
      const calendar = findCalendar(db, person.email, values.calendar ?? 'primary')
      if (!calendar) throw invalid('Choose a calendar.')
      const writing = { calendar, person, now: now(), issuer: sandbox.issuer(), conferences: false }
      writeEntry(db, now(), calendar.id, newEntry(entryBody(values, calendar, person), writing), undefined)
      channels.notify(calendar.id)
      return reply.redirect(weekAddress(person, values.start?.slice(0, 10)), 303)
    } catch (error) {
      if (error instanceof ApiError)
        return sendWeek(request, reply, person, { complaint: error.message, values })
      throw error
    }
  })

  app.post('/ui/delete', (request, reply) => {
    const person = personOf(request)
    const calendar = person && findCalendar(db, person.email, text(request.body, 'calendar') ?? '')
    if (!calendar) return sendErrorPage(reply, 404, 'This calendar doesn’t exist.')
    try {
      const entry = findEntry(sandbox, calendar, text(request.body, 'id') ?? '')
      writeEntry(db, now(), calendar.id, { ...entry, status: 'cancelled' }, undefined)
      channels.notify(calendar.id)
    } catch (error) {
      // Already deleted, which is what the request asked for.
      if (!(error instanceof ApiError)) throw error
    }
    return reply.redirect(weekAddress(person, text(request.query, 'week')), 303)
  })

  app.post('/ui/time-zone', (request, reply) => {
    const person = personOf(request)
    const calendar = person && findCalendar(db, person.email, text(request.body, 'calendar') ?? '')
    const zone = text(request.body, 'timeZone') ?? ''
    if (!calendar || !isTimeZone(zone)) return sendErrorPage(reply, 400, 'Unknown calendar or time zone.')
    setTimeZone(db, calendar.id, zone)
    return reply.redirect(weekAddress(person, text(request.query, 'week')), 303)
  })

  function personOf(request: FastifyRequest): Person | undefined {
    const email = normalEmail(text(request.query, 'email') ?? signedInEmail(request))
    return email === undefined ? undefined : personFor(db, email)
  }

  function sendWeek(
    request: FastifyRequest,
    reply: FastifyReply,
    person: Person,
    posted?: { complaint: string; values: FormValues },
  ): FastifyReply {
    const calendars = calendarsOf(db, person.email)
    const zone = calendars[0]!.timeZone
    const monday = mondayOf(text(request.query, 'week'), now(), zone)
    const page = weekPage({
      address: `${new URL(sandbox.issuer()).pathname}/ui`,
      person,
      calendars,
      zone,
      days: weekOf(sandbox, calendars, monday, zone),
      values: { start: `${monday.toString()}T09:00`, end: `${monday.toString()}T10:00` },
      ...posted,
    })
    return sendPage(reply, posted ? 400 : 200, `${person.email} – Sandbox Google Calendar`, page)
  }

  function weekAddress(person: Person, week: string | undefined): string {
    const query = new URLSearchParams({ email: person.email, ...(week ? { week } : {}) })
    return `${new URL(sandbox.issuer()).pathname}/ui?${query.toString()}`
  }
}

function sendWho(reply: FastifyReply, given: string | undefined): FastifyReply {
  const body = html`<form class="card narrow" method="get">
    <p class="brand">Sandbox Google Calendar</p>
    <h1>Whose calendars?</h1>
    ${given && html`<p role="alert" style="color: var(--danger)">Enter an email address.</p>`}
    <div class="field">
      <label for="email">Email</label>
      <input id="email" name="email" type="email" required autocomplete="email" value="${given}" />
    </div>
    <button>Show</button>
  </form>`
  return sendPage(reply, given === undefined ? 200 : 400, 'Sandbox Google Calendar', body)
}

/** The body that `events.insert` would get for the form's entry. */
function entryBody(values: FormValues, calendar: CalendarInfo, person: Person): Record<string, unknown> {
  const { title, start = '', end = '', allDay, show, kind, repeat, declined } = values
  const wall = (dateTime: string) => ({ dateTime, timeZone: calendar.timeZone })
  const location = kind === 'workingLocation'
  return {
    summary: title?.trim() ?? '',
    start: allDay ? { date: start.slice(0, 10) } : wall(start),
    end: allDay ? { date: dayAfter(end.slice(0, 10)) } : wall(end),
    ...(kind ? { eventType: kind } : {}),
    ...(show === 'free' || location ? { transparency: 'transparent' } : {}),
    ...(location ? { workingLocationProperties: { type: 'homeOffice', homeOffice: {} } } : {}),
    ...(repeat ? { recurrence: [repeat] } : {}),
    ...(declined ? { attendees: [{ email: person.email, responseStatus: 'declined' }] } : {}),
  }
}

function dayAfter(day: string): string {
  try {
    return Temporal.PlainDate.from(day).add({ days: 1 }).toString()
  } catch {
    return day
  }
}
