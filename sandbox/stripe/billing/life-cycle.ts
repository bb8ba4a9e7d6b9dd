import type { Stripe } from 'stripe'
import type { Sandbox } from '../sandbox.ts'
import { inTransaction } from '../../database.ts'
import { idOf } from '../store.ts'
import { paymentMethodOf } from './cards.ts'
import { expireSession } from './checkout.ts'
import { attemptPayment, issueInvoice } from './invoices.ts'
import { DAY } from './periods.ts'
import { cancelNow, changeSubscription, itemsIn, periodOf } from './subscriptions.ts'

const WARN_BEFORE = 3 * DAY

/** A scheduled event. */
interface Due {
  at: number
  happen: () => void
}

/** Advances the clock. Everything due until then happens in order at its own time, in one transaction. */
export function advanceTo(sandbox: Sandbox, until: number): void {
  inTransaction(sandbox.store.db, () => {
    settle(sandbox, until)
    sandbox.clock.moveTo(until)
  })
}

/** Runs everything that became due as real time passed. */
export function catchUp(sandbox: Sandbox): void {
  inTransaction(sandbox.store.db, () => settle(sandbox, sandbox.clock.now()))
}

function settle(sandbox: Sandbox, until: number): void {
  for (;;) {
    const next = dues(sandbox).reduce<Due | undefined>(
      (first, due) => (!first || due.at < first.at ? due : first),
      undefined,
    )
    if (!next || next.at > until) return
    sandbox.clock.at(next.at, next.happen)
  }
}

/** The next event of every session and subscription. */
function dues(sandbox: Sandbox): Due[] {
  const sessions = sandbox.store
    .list('session')
    .filter(({ status }) => status === 'open')
    .map(({ id, expires_at }) => ({ at: expires_at, happen: () => expireSession(sandbox, id) }))
  return [...sessions, ...sandbox.store.list('subscription').flatMap((one) => dueOf(sandbox, one) ?? [])]
}

function dueOf(sandbox: Sandbox, subscription: Stripe.Subscription): Due | undefined {
  const { id, status, cancel_at: cancelAt, trial_end: trialEnd } = subscription
  const next = (): Due | undefined => {
    if (status === 'trialing') return trialDue(sandbox, subscription, trialEnd!)
    if (status === 'active')
      return { at: periodOf(subscription).end, happen: () => renew(sandbox, subscription) }
    if (status === 'past_due') return retryDue(sandbox, subscription)
    return undefined
  }
  const due = next()
  // A subscription that ends with its period isn't renewed, and its trial end isn't announced.
  const ends = cancelAt !== null && status !== 'canceled' && (!due || cancelAt <= due.at)
  return ends ? { at: cancelAt, happen: () => void cancelNow(sandbox, id) } : due
}

function trialDue(sandbox: Sandbox, subscription: Stripe.Subscription, end: number): Due {
  const { store, webhooks } = sandbox
  if (store.find('trialWarning', subscription.id))
    return { at: end, happen: () => endTrial(sandbox, subscription) }
  return {
    at: Math.max(subscription.created, end - WARN_BEFORE),
    happen: () => {
      store.save('trialWarning', { id: subscription.id })
      webhooks.emit('customer.subscription.trial_will_end', subscription)
    },
  }
}

function endTrial(sandbox: Sandbox, subscription: Stripe.Subscription): void {
  const missing = subscription.trial_settings?.end_behavior.missing_payment_method
  if (missing !== 'create_invoice' && paymentMethodOf(sandbox, subscription) === undefined) {
    if (missing === 'pause') pause(sandbox, subscription)
    else cancelNow(sandbox, subscription.id)
    return
  }
  renew(sandbox, subscription)
}

function pause(sandbox: Sandbox, subscription: Stripe.Subscription): void {
  const paused = changeSubscription(sandbox, subscription.id, {
    status: 'paused',
    status_details: {
      paused: {
        subscription: { type: 'trial_end_without_payment_method' },
        transitioned_at: sandbox.clock.now(),
        type: 'subscription',
      },
    },
  })
  sandbox.webhooks.emit('customer.subscription.paused', paused)
}

/** Starts a new period and its invoice. */
function renew(sandbox: Sandbox, subscription: Stripe.Subscription): void {
  const { end } = periodOf(subscription)
  const items = itemsIn(subscription, subscription.billing_cycle_anchor, end)
  const invoice = issueInvoice(sandbox, { ...subscription, status: 'active', items }, 'subscription_cycle')
  changeSubscription(sandbox, subscription.id, { status: 'active', items, latest_invoice: invoice.id })
  if (attemptPayment(sandbox, invoice.id, 'automatic').status !== 'paid') {
    changeSubscription(sandbox, subscription.id, { status: 'past_due' })
  }
}

function retryDue(sandbox: Sandbox, subscription: Stripe.Subscription): Due | undefined {
  const invoice = sandbox.store.find('invoice', idOf(subscription.latest_invoice))
  if (!invoice?.next_payment_attempt) return undefined
  return {
    at: invoice.next_payment_attempt,
    happen: () => {
      const tried = attemptPayment(sandbox, invoice.id, 'automatic')
      if (tried.status === 'paid') changeSubscription(sandbox, subscription.id, { status: 'active' })
      else if (tried.next_payment_attempt === null)
        cancelNow(sandbox, subscription.id, { reason: 'payment_failed' })
    },
  }
}
