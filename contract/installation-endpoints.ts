import type { Endpoint } from './endpoint.ts'
import { meta, timezoneList, timezonesQuery } from './time-zones.schema.ts'

/** Calls about this installation, the same for everybody. */
export const installationEndpoints = {
  getMeta: {
    summary: 'Get what runs here, and in which version',
    access: 'anyone',
    output: meta,
    errors: [],
  },
  listTimezones: {
    summary: 'List the time zones and their rules, or those of one zone',
    access: 'anyone',
    query: timezonesQuery,
    output: timezoneList,
    isPolled: true,
    errors: ['not_found'],
  },
} as const satisfies Record<string, Endpoint>
