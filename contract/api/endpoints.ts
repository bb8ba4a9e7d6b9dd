import type { z } from 'zod'
import { accountEndpoints } from '../account/account-endpoints.ts'
import { bookingEndpoints } from '../bookings/booking-endpoints.ts'
import { calendarEndpoints } from '../calendars/calendar-endpoints.ts'
import { collectionEndpoints } from '../custom-fields/collection-endpoints.ts'
import type { Endpoint } from '../endpoint.ts'
import { eventEndpoints } from '../events/event-endpoints.ts'
import { eventLinkEndpoints } from '../events/one-off-link-endpoints.ts'
import { eventShareEndpoints } from '../events/event-share-endpoints.ts'
import { installationEndpoints } from './installation-endpoints.ts'
import { labelEndpoints } from '../labels/label-endpoints.ts'
import { overviewEndpoints } from '../overview/overview-endpoints.ts'
import type { RouteName } from './routes.ts'
import { scheduleEndpoints } from '../schedules/schedule-endpoints.ts'

/** All API calls. `routes.ts` has their methods and paths. */
export const endpoints = {
  ...installationEndpoints,
  ...accountEndpoints,
  ...calendarEndpoints,
  ...eventEndpoints,
  ...eventLinkEndpoints,
  ...eventShareEndpoints,
  ...bookingEndpoints,
  ...collectionEndpoints,
  ...labelEndpoints,
  ...scheduleEndpoints,
  ...overviewEndpoints,
} as const satisfies Record<RouteName, Endpoint>

export type Endpoints = typeof endpoints
type Shape<Name extends RouteName, Part extends string> = Endpoints[Name] extends {
  [key in Part]: infer Schema extends z.ZodType
}
  ? Schema
  : never

/** A caller's input: only the parts that the endpoint defines. */
export type Request<Name extends RouteName> = {
  [Part in 'params' | 'query' | 'body' as Part extends keyof Endpoints[Name] ? Part : never]: z.input<
    Shape<Name, Part>
  >
}
export type Answer<Name extends RouteName> = z.output<Endpoints[Name]['output']>
