import type { Endpoint } from '../endpoint.ts'
import { analytics, analyticsQuery } from './analytics.schema.ts'
import { dashboardFigures, dashboardQuery } from './dashboard.schema.ts'

/** Calls for a host's figures. */
export const overviewEndpoints = {
  getDashboard: {
    summary: "Get a week's booking totals, the next bookings and the most recent ones",
    access: 'host',
    query: dashboardQuery,
    output: dashboardFigures,
    errors: [],
  },
  getAnalytics: {
    summary: 'Count the bookings whose meetings start in a period of at most a year',
    access: 'host',
    query: analyticsQuery,
    output: analytics,
    errors: [],
  },
} as const satisfies Record<string, Endpoint>
