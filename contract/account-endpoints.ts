import { z } from 'zod'
import { accountStatus, checkoutInput, hostedSession, statusQuery } from './billing.ts'
import { dashboardFigures, dashboardQuery } from './booking-list.ts'
import { type Endpoint, idempotent, nothing } from './endpoint.ts'
import { settings, settingsChange } from './settings.ts'
import { calendarOption, user } from './user.ts'

/** Of the host: the session, settings, calendars and subscription. */
export const accountEndpoints = {
  getStateToken: {
    summary: 'Begin a Google sign-in',
    access: 'anyone',
    output: z.object({ stateToken: z.string(), authorizationUrl: z.url() }),
    errors: ['google_unreachable'],
  },
  signIn: {
    summary: 'Exchange the code of a Google sign-in for a session',
    access: 'anyone',
    body: z.object({
      code: z.string({ error: 'The code of the sign-in is missing' }).min(1).max(4096),
      stateToken: z
        .string({ error: 'Missing OAuth State Token' })
        .min(1, 'Missing OAuth State Token')
        .max(512),
    }),
    output: z.object({ sessionToken: z.string(), user }),
    errors: ['invalid_state_token', 'sign_in_refused', 'google_unreachable'],
  },
  getUser: { summary: 'The signed-in host', access: 'host', output: user, errors: [] },
  logout: { summary: 'End the session', access: 'host', output: nothing, errors: [] },
  getSettings: {
    summary: "The host's settings; the defaults as long as nothing was saved",
    access: 'host',
    output: settings,
    errors: [],
  },
  updateSettings: {
    summary: 'Change the settings, whole or in part; what is left out stays as it is',
    access: 'host',
    body: settingsChange,
    output: settings,
    errors: [],
  },
  listCalendars: {
    summary: "The host's calendars",
    access: 'host',
    output: z.array(calendarOption),
    errors: ['calendar_unreachable'],
  },
  getSubscription: {
    summary: 'How the account stands with its subscription',
    access: 'host',
    query: statusQuery,
    output: accountStatus,
    errors: ['payments_unreachable'],
  },
  createCheckoutSession: {
    summary: 'Begin to buy a plan, on a page of the payment provider',
    access: 'host',
    headers: idempotent,
    body: checkoutInput,
    output: hostedSession,
    errors: ['billing_unavailable', 'plan_unavailable', 'already_subscribed', 'payments_unreachable'],
  },
  createPortalSession: {
    summary: 'Change the card or read invoices, on a page of the payment provider',
    access: 'host',
    output: hostedSession,
    errors: ['billing_unavailable', 'not_subscribed', 'payments_unreachable'],
  },
  cancelSubscription: {
    summary: 'End the subscription with the period that is paid for',
    access: 'host',
    output: accountStatus,
    errors: ['billing_unavailable', 'not_subscribed', 'payments_unreachable'],
  },
  revokeCancellation: {
    summary: 'Let a subscription go on that was to end',
    access: 'host',
    output: accountStatus,
    errors: ['billing_unavailable', 'not_subscribed', 'payments_unreachable'],
  },
  getDashboard: {
    summary: 'What is booked in a week, and what was booked last',
    access: 'host',
    query: dashboardQuery,
    output: dashboardFigures,
    errors: [],
  },
} as const satisfies Record<string, Endpoint>
