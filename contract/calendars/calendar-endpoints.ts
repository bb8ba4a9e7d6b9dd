import { z } from 'zod'
import {
  calendarCheckChange,
  calendarConnection,
  connectedCalendar,
  connectionChange,
  disconnectQuery,
  dryRun,
  dryRunQuery,
  newConnection,
} from './calendar-connections.schema.ts'
import { calendarPage, calendarQuery } from './calendar.schema.ts'
import { calendarHealth, calendarReplacement, replacedCalendar } from './calendar-health.schema.ts'
import { type Endpoint, id } from '../endpoint.ts'
import { calendarOption } from './calendar-option.schema.ts'

/** Calls for a host's calendars and the accounts that have them. */
export const calendarEndpoints = {
  listCalendars: {
    summary: 'List the calendars that events can write bookings to',
    access: 'host',
    output: z.array(calendarOption),
    errors: ['calendar_unreachable'],
  },
  getCalendar: {
    summary: "List the host's confirmed bookings and the times that the checked calendars keep them busy",
    access: 'host',
    query: calendarQuery,
    output: calendarPage,
    errors: [],
  },
  getCalendarHealth: {
    summary:
      "Get what keeps the host's calendars from working: accounts and calendars that can't be used, and bookings they haven't taken yet",
    access: 'host',
    output: calendarHealth,
    errors: [],
  },
  replaceCalendar: {
    summary: 'Move events and upcoming bookings from a calendar that no longer exists to another one',
    access: 'host',
    params: id,
    body: calendarReplacement,
    output: replacedCalendar,
    errors: ['not_found'],
  },
  updateCalendarCheck: {
    summary: 'Choose whether a calendar is checked for conflicts, and which of its entries count',
    access: 'host',
    params: id,
    body: calendarCheckChange,
    output: connectedCalendar,
    errors: ['not_found', 'calendar_unreachable'],
  },
  listConnections: {
    summary: 'List the connected accounts and feeds with their calendars',
    access: 'host',
    output: z.array(calendarConnection),
    errors: [],
  },
  authorizeConnection: {
    summary: 'Start connecting another Google account',
    access: 'host',
    output: z.object({ stateToken: z.string(), authorizationUrl: z.string() }),
    errors: ['google_unreachable'],
  },
  connectCalendars: {
    summary: 'Connect an account or a feed; nothing of it counts until the host has chosen what to check',
    access: 'host',
    body: newConnection,
    output: calendarConnection,
    status: 201,
    errors: [
      'invalid_state_token',
      'sign_in_refused',
      'google_unreachable',
      'quota_exceeded',
      'too_many_requests',
    ],
  },
  updateConnection: {
    summary: 'Choose which calendars of an account are checked, or change its password, address or name',
    access: 'host',
    params: id,
    body: connectionChange,
    output: calendarConnection,
    errors: ['not_found', 'calendar_unreachable', 'too_many_requests'],
  },
  refreshConnection: {
    summary: "Read an account's list of calendars and their entries now",
    access: 'host',
    params: id,
    output: calendarConnection,
    errors: ['not_found', 'too_many_requests'],
  },
  dryRunConnection: {
    summary: 'List what the entries of an account would block, whether or not its calendars are checked',
    access: 'host',
    params: id,
    query: dryRunQuery,
    output: dryRun,
    errors: ['not_found', 'too_many_requests'],
  },
  disconnectCalendars: {
    summary: 'Disconnect an account; events and upcoming bookings that use it need another calendar',
    access: 'host',
    params: id,
    query: disconnectQuery,
    output: replacedCalendar,
    errors: ['not_found', 'forbidden', 'calendar_in_use'],
  },
} as const satisfies Record<string, Endpoint>
