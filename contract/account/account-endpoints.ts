import { z } from 'zod'
import { activityPage, activityQuery } from './activity.schema.ts'
import { accountStatus, checkoutInput, hostedSession, statusQuery } from './billing.schema.ts'
import { hostHandle } from '../events/readable-links.schema.ts'
import { DELETE_CONFIRMATION } from './account.ts'
import { byRowId, type Endpoint, idempotent, nothing } from '../endpoint.ts'
import { timezone } from '../primitives.schema.ts'
import { expiringQuery, settings, settingsChange } from './settings.schema.ts'
import { authorizationInput, connectedToken } from './token.schema.ts'
import { session, user } from './user.schema.ts'

/** Calls for the host's session, settings and subscription. */
export const accountEndpoints = {
  getStateToken: {
    summary: 'Start a Google sign-in',
    access: 'anyone',
    output: z.object({ stateToken: z.string(), authorizationUrl: z.url() }),
    errors: ['google_unreachable'],
  },
  signIn: {
    summary: 'Exchange a Google sign-in code for a session',
    access: 'anyone',
    body: z.object({
      code: z.string({ error: 'The sign-in code is missing' }).min(1).max(4096),
      stateToken: z
        .string({ error: 'Missing OAuth State Token' })
        .min(1, 'Missing OAuth State Token')
        .max(512),
      /** Of the device; ignored if unknown. A new host starts with an event in it, and with none if it is omitted. */
      timezone: timezone.optional().catch(undefined),
    }),
    /** `isRestored`: the account was closed, and signing in opened it again. */
    output: z.object({ sessionToken: z.string(), user, isRestored: z.boolean() }),
    errors: ['invalid_state_token', 'sign_in_refused', 'google_unreachable'],
  },
  getUser: {
    summary: 'Get the signed-in host',
    access: 'host',
    scopes: ['bookings:read'],
    output: user,
    errors: [],
  },
  logout: { summary: 'End the session', access: 'host', output: nothing, errors: [] },
  getSettings: {
    summary: "Get the host's settings, or the defaults if none were saved",
    access: 'host',
    scopes: ['bookings:read'],
    output: settings,
    errors: [],
  },
  updateSettings: {
    summary: 'Update all or some settings; omitted settings stay the same',
    access: 'host',
    body: settingsChange,
    output: settings,
    errors: [],
  },
  countExpiringBookings: {
    summary: 'Count the bookings that would be removed if they were kept for this many months',
    access: 'host',
    query: expiringQuery,
    output: z.object({ count: z.int() }),
    errors: [],
  },
  listSessions: {
    summary: 'List where the host is signed in: this session, then the others by last use',
    access: 'host',
    output: z.array(session),
    errors: [],
  },
  endSession: {
    summary: 'Sign out one session',
    access: 'host',
    params: byRowId,
    output: nothing,
    errors: ['not_found'],
  },
  endOtherSessions: {
    summary: 'Sign out all sessions except this one',
    access: 'host',
    output: z.object({ ended: z.int() }),
    errors: [],
  },
  listTokens: {
    summary: 'List the programs that may act for the host, such as the browser extension, by last use',
    access: 'host',
    output: z.array(connectedToken),
    errors: [],
  },
  getHandle: {
    summary: "Get the host's part of their readable links",
    access: 'host',
    output: hostHandle,
    errors: [],
  },
  revokeToken: {
    summary: 'Revoke a program’s access',
    access: 'host',
    params: byRowId,
    output: nothing,
    errors: ['not_found'],
  },
  authorizeClient: {
    summary:
      'Approve a program’s request for access (OAuth). The redirect brings it a code to exchange for a token',
    access: 'host',
    body: authorizationInput,
    output: z.object({ redirectUrl: z.string() }),
    errors: [],
  },
  listActivity: {
    summary: 'List what happened in the account in the last 180 days, newest first',
    access: 'host',
    query: activityQuery,
    output: activityPage,
    errors: [],
  },
  exportAccount: {
    summary: 'Export everything in the account as a ZIP file of JSON, CSV and iCalendar files',
    access: 'host',
    output: z.custom<AsyncIterable<Uint8Array>>(),
    errors: [],
  },
  deleteAccount: {
    summary: 'Close the account and cancel its upcoming bookings; signing in within 7 days opens it again',
    access: 'host',
    body: z.object({
      confirmation: z.literal(DELETE_CONFIRMATION, `Type ${DELETE_CONFIRMATION} to confirm.`),
    }),
    output: z.object({ removedOn: z.string() }),
    errors: [],
  },
  getSubscription: {
    summary: "Get the account's subscription status",
    access: 'host',
    query: statusQuery,
    output: accountStatus,
    errors: ['payments_unreachable'],
  },
  createCheckoutSession: {
    summary: "Start buying a plan on the payment provider's page",
    access: 'host',
    headers: idempotent,
    body: checkoutInput,
    output: hostedSession,
    errors: ['billing_unavailable', 'plan_unavailable', 'already_subscribed', 'payments_unreachable'],
  },
  createPortalSession: {
    summary: "Change the card or view invoices on the payment provider's page",
    access: 'host',
    output: hostedSession,
    errors: ['billing_unavailable', 'not_subscribed', 'payments_unreachable'],
  },
  cancelSubscription: {
    summary: 'Cancel the subscription at the end of the paid period',
    access: 'host',
    output: accountStatus,
    errors: ['billing_unavailable', 'not_subscribed', 'payments_unreachable'],
  },
  revokeCancellation: {
    summary: 'Reactivate a subscription that is pending cancellation',
    access: 'host',
    output: accountStatus,
    errors: ['billing_unavailable', 'not_subscribed', 'payments_unreachable'],
  },
  switchToYearly: {
    summary: 'Switch a monthly subscription to yearly payments',
    access: 'host',
    output: accountStatus,
    errors: [
      'billing_unavailable',
      'not_subscribed',
      'plan_unavailable',
      'subscription_ending',
      'payment_declined',
      'payments_unreachable',
    ],
  },
} as const satisfies Record<string, Endpoint>
