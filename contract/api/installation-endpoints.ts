import type { Endpoint } from '../endpoint.ts'
import { timezoneList, timezonesQuery } from '../time/time-zones.schema.ts'
import { meta } from '../installation.schema.ts'

/** Calls about this installation, the same for everybody. */
export const installationEndpoints = {
  getMeta: {
    summary: 'Get what runs here, and in which version',
    access: 'anyone',
    output: meta,
    errors: [],
  },
  listTimezones: {
    summary: 'List all time zones with their rules, or a single zone',
    access: 'anyone',
    query: timezonesQuery,
    output: timezoneList,
    isPolled: true,
    errors: ['not_found'],
  },
} as const satisfies Record<string, Endpoint>
