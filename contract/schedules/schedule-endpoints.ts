import { z } from 'zod'
import { byRowId, type Endpoint, idempotent, nothing } from '../endpoint.ts'
import {
  busyQuery,
  busyTime,
  holiday,
  holidayCountry,
  holidaysQuery,
  schedule,
  scheduleChange,
  scheduleEffect,
  scheduleInput,
} from './schedule.schema.ts'

/** Calls for the hours that events share. */
export const scheduleEndpoints = {
  listSchedules: {
    summary: "List the host's schedules by name",
    access: 'host',
    output: z.array(schedule),
    errors: [],
  },
  createSchedule: {
    summary: 'Create a schedule',
    access: 'host',
    headers: idempotent,
    body: scheduleInput,
    output: schedule,
    status: 201,
    errors: ['idempotency_key_reused', 'quota_exceeded'],
  },
  getSchedule: {
    summary: "Get one of the host's schedules",
    access: 'host',
    params: byRowId,
    output: schedule,
    errors: ['not_found'],
  },
  updateSchedule: {
    summary: 'Update all or part of a schedule; bookings stay as they are',
    access: 'host',
    params: byRowId,
    body: scheduleChange,
    output: schedule,
    errors: ['not_found', 'edit_conflict'],
  },
  previewSchedule: {
    summary: 'Calculate what a change of a schedule would do, without making it',
    access: 'host',
    params: byRowId,
    body: scheduleChange,
    output: scheduleEffect,
    errors: ['not_found'],
  },
  deleteSchedule: {
    summary: 'Delete a schedule that no event uses',
    access: 'host',
    params: byRowId,
    output: nothing,
    errors: ['not_found', 'schedule_in_use'],
  },
  listHolidayCountries: {
    summary: 'List the countries and regions whose public holidays are known',
    access: 'host',
    output: z.array(holidayCountry),
    errors: [],
  },
  listHolidays: {
    summary: 'List the public holidays of a country or region in a year',
    access: 'host',
    params: z.object({ country: z.string() }),
    query: holidaysQuery,
    output: z.array(holiday),
    errors: ['not_found'],
  },
  listBusyTimes: {
    summary: "List the times at which bookings or entries of the events' calendars make the host busy",
    access: 'host',
    query: busyQuery,
    output: z.array(busyTime),
    errors: [],
  },
} as const satisfies Record<string, Endpoint>
