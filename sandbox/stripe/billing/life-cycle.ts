import { inTransaction } from '../../database.ts'
import type { Subscription } from '../objects.ts'
import type { Sandbox } from '../sandbox.ts'
import { expireSession } from './checkout.ts'
import { attemptPayment, issueInvoice } from './invoices.ts'
import { cancelNow, changeSubscription, itemsIn } from './subscriptions.ts'

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

function dueOf(sandbox: Sandbox, subscription: Subscription): Due | undefined {
  const { id, status, cancel_at: cancelAt, items } = subscription
  if (status === 'canceled') return undefined
  // A trial ends like any other period.
  const renewal = { at: items.data[0].current_period_end, happen: () => renew(sandbox, subscription) }
  const due = status === 'past_due' ? retryDue(sandbox, subscription) : renewal
  // A subscription that ends with its period isn't renewed.
  const ends = cancelAt !== null && (!due || cancelAt <= due.at)
  return ends ? { at: cancelAt, happen: () => void cancelNow(sandbox, id) } : due
}

/** Starts a new period and its invoice. */
function renew(sandbox: Sandbox, subscription: Subscription): void {
  const { id, billing_cycle_anchor: anchor } = subscription
  const items = itemsIn(subscription, anchor, subscription.items.data[0].current_period_end)
  const invoice = issueInvoice(sandbox, { ...subscription, status: 'active', items }, 'subscription_cycle')
  changeSubscription(sandbox, id, { status: 'active', items, latest_invoice: invoice.id })
  if (attemptPayment(sandbox, invoice.id, 'automatic').status !== 'paid')
    changeSubscription(sandbox, id, { status: 'past_due' })
}

function retryDue(sandbox: Sandbox, { id, latest_invoice: invoiceId }: Subscription): Due | undefined {
  const invoice = sandbox.store.find('invoice', invoiceId!)!
  if (invoice.next_payment_attempt === null) return undefined
  return {
    at: invoice.next_payment_attempt,
    happen: () => {
      const tried = attemptPayment(sandbox, invoice.id, 'automatic')
      if (tried.status === 'paid') changeSubscription(sandbox, id, { status: 'active' })
      else if (tried.next_payment_attempt === null) cancelNow(sandbox, id)
    },
  }
}
