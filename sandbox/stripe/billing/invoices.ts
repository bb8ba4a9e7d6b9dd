import type { Stripe } from 'stripe'
import { wireDecimal } from '../catalog.ts'
import type { Sandbox } from '../sandbox.ts'
import { idOf, newId } from '../store.ts'
import { isCharged, paymentMethodOf } from './cards.ts'
import { DAY } from './periods.ts'
import { changeSubscription, periodOf } from './subscriptions.ts'

/** Days between payment attempts. After the last failed attempt, the subscription is canceled. */
const RETRY_AFTER_DAYS = [3, 5, 7]

type Reason = 'subscription_create' | 'subscription_cycle' | 'subscription_update'

/** Bills the current period of a subscription, minus a credit; trials are free. */
export function issueInvoice(
  sandbox: Sandbox,
  subscription: Stripe.Subscription,
  reason: Reason,
  credit = 0,
): Stripe.Invoice {
  const { store, webhooks } = sandbox
  const invoice = newInvoice(sandbox, subscription, reason, credit)
  store.save('invoice', invoice)
  webhooks.emit('invoice.created', invoice)
  webhooks.emit('invoice.finalized', invoice)
  return invoice
}

/** How a payment happens: at checkout, by a click of the customer, or automatically. */
type Occasion = 'checkout' | 'by_hand' | 'automatic'

/**
 * Tries to collect an open invoice and returns whether it worked. Manual attempts don't affect the automatic
 * schedule.
 */
export function attemptPayment(sandbox: Sandbox, invoiceId: string, occasion: Occasion): Stripe.Invoice {
  const { store, clock, webhooks } = sandbox
  const before = store.find('invoice', invoiceId)!
  const subscription = store.find('subscription', subscriptionOf(before))!
  const method = paymentMethodOf(sandbox, subscription)
  const paid = before.amount_due === 0 || isCharged(sandbox, method, occasion === 'checkout')
  const attempts = before.attempt_count + (occasion === 'by_hand' || before.amount_due === 0 ? 0 : 1)
  const invoice: Stripe.Invoice = { ...before, attempted: true, attempt_count: attempts }
  if (paid) {
    Object.assign(invoice, {
      status: 'paid',
      amount_paid: before.amount_due,
      amount_remaining: 0,
      next_payment_attempt: null,
      status_transitions: { ...before.status_transitions, paid_at: clock.now() },
    } satisfies Partial<Stripe.Invoice>)
  } else if (occasion !== 'by_hand') {
    const days = RETRY_AFTER_DAYS[attempts - 1]
    invoice.next_payment_attempt = days === undefined ? null : clock.now() + days * DAY
  }
  store.save('invoice', invoice)
  for (const type of paid
    ? (['invoice.paid', 'invoice.payment_succeeded'] as const)
    : (['invoice.payment_failed'] as const)) {
    webhooks.emit(type, invoice)
  }
  return invoice
}

/** The customer pays an open invoice, which reactivates a subscription that waited for it. */
export function payByHand(sandbox: Sandbox, invoiceId: string): Stripe.Invoice {
  const invoice = attemptPayment(sandbox, invoiceId, 'by_hand')
  const subscription = sandbox.store.find('subscription', subscriptionOf(invoice))
  const waited = subscription?.status === 'past_due' && subscription.latest_invoice === invoice.id
  if (invoice.status === 'paid' && waited) changeSubscription(sandbox, subscription.id, { status: 'active' })
  return invoice
}

/** The id of an invoice's subscription. */
export function subscriptionOf(invoice: Stripe.Invoice): string {
  return idOf(invoice.parent?.subscription_details?.subscription)
}

function newInvoice(
  sandbox: Sandbox,
  subscription: Stripe.Subscription,
  reason: Reason,
  credit: number,
): Stripe.Invoice {
  const { store, clock } = sandbox
  const now = clock.now()
  const customer = store.find('customer', idOf(subscription.customer))!
  const id = newId('in')
  const lines = subscription.items.data.map((item) => newLine(id, subscription, item))
  if (credit > 0) {
    const unused = { amount: -credit, subtotal: -credit, description: 'Unused time' }
    lines.unshift({ ...lines[0]!, ...unused, id: newId('il') })
  }
  const total = lines.reduce((sum, line) => sum + line.amount, 0)
  const { start, end } = periodOf(subscription)
  return {
    id,
    object: 'invoice',
    account_country: 'US',
    account_name: 'Sandbox',
    account_tax_ids: null,
    amount_due: total,
    amount_overpaid: 0,
    amount_paid: 0,
    amount_remaining: total,
    amount_shipping: 0,
    application: null,
    attempt_count: 0,
    attempted: false,
    auto_advance: true,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null, provider: null, status: null },
    automatically_finalizes_at: null,
    billing_reason: reason,
    collection_method: 'charge_automatically',
    created: now,
    currency: subscription.currency,
    custom_fields: null,
    customer: customer.id,
    customer_account: null,
    customer_address: null,
    customer_email: customer.email,
    customer_name: customer.name ?? null,
    customer_phone: null,
    customer_shipping: null,
    customer_tax_exempt: 'none',
    customer_tax_ids: [],
    default_payment_method: null,
    default_source: null,
    default_tax_rates: [],
    description: null,
    discounts: [],
    due_date: null,
    effective_at: now,
    ending_balance: 0,
    footer: null,
    from_invoice: null,
    hosted_invoice_url: null,
    invoice_pdf: null,
    issuer: { type: 'self' },
    last_finalization_error: null,
    latest_revision: null,
    lines: { object: 'list', data: lines, has_more: false, url: `/v1/invoices/${id}/lines` },
    livemode: false,
    metadata: {},
    next_payment_attempt: null,
    number: `SANDBOX-${String(store.count('invoice') + 1).padStart(4, '0')}`,
    on_behalf_of: null,
    parent: {
      quote_details: null,
      subscription_details: { metadata: subscription.metadata, subscription: subscription.id },
      type: 'subscription_details',
    },
    payment_settings: { default_mandate: null, payment_method_options: null, payment_method_types: null },
    // Like Stripe: renewals have the previous period, others one of zero length.
    period_end: reason === 'subscription_cycle' ? start : now,
    period_start: reason === 'subscription_cycle' ? start - (end - start) : now,
    post_payment_credit_notes_amount: 0,
    pre_payment_credit_notes_amount: 0,
    receipt_number: null,
    rendering: null,
    shipping_cost: null,
    shipping_details: null,
    starting_balance: 0,
    statement_descriptor: null,
    status: 'open',
    status_transitions: { finalized_at: now, marked_uncollectible_at: null, paid_at: null, voided_at: null },
    subtotal: total,
    subtotal_excluding_tax: total,
    test_clock: null,
    total,
    total_discount_amounts: [],
    total_excluding_tax: total,
    total_pretax_credit_amounts: [],
    total_taxes: [],
    webhooks_delivered_at: now,
  }
}

function newLine(
  invoice: string,
  subscription: Stripe.Subscription,
  item: Stripe.SubscriptionItem,
): Stripe.InvoiceLineItem {
  const { price, quantity = 1 } = item
  const unit = subscription.status === 'trialing' ? 0 : (price.unit_amount ?? 0)
  return {
    id: newId('il'),
    object: 'line_item',
    amount: unit * quantity,
    currency: price.currency,
    description: subscription.status === 'trialing' ? 'Free trial' : `${quantity} × ${price.id}`,
    discount_amounts: [],
    discountable: true,
    discounts: [],
    invoice,
    livemode: false,
    metadata: subscription.metadata,
    parent: {
      invoice_item_details: null,
      subscription_item_details: {
        invoice_item: null,
        proration: false,
        proration_details: { credited_items: null },
        subscription: subscription.id,
        subscription_item: item.id,
      },
      type: 'subscription_item_details',
    },
    period: { start: item.current_period_start, end: item.current_period_end },
    pretax_credit_amounts: [],
    pricing: {
      price_details: { price: price.id, product: idOf(price.product) },
      type: 'price_details',
      unit_amount_decimal: wireDecimal(unit),
    },
    quantity,
    quantity_decimal: wireDecimal(quantity),
    subscription: subscription.id,
    subtotal: unit * quantity,
    taxes: [],
  }
}
