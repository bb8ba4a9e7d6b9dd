import type { Stripe } from 'stripe'
import { lineItems } from '../api/line-items.ts'
import { needsCard } from '../billing/checkout.ts'
import type { CheckoutForm } from '../billing/checkout.ts'
import { DAY } from '../billing/periods.ts'
import { html } from '../../html.ts'
import type { Html } from '../../html.ts'
import type { Sandbox } from '../sandbox.ts'
import { idOf } from '../store.ts'
import { cardChoice } from './card-choice.ts'
import { style } from './style.ts'
import { day, money, priceWords } from './words.ts'

/** Where a completed session sends people. */
export function successAddress({ id, success_url: url }: Stripe.Checkout.Session): string {
  return url!.replaceAll('{CHECKOUT_SESSION_ID}', id)
}

/** The hosted checkout: what is bought, and a form that posts to its own address. */
export function checkoutPage(
  sandbox: Sandbox,
  session: Stripe.Checkout.Session,
  entered?: CheckoutForm & { complaint: string },
): Html {
  if (session.status !== 'open') return endedPage(session)
  return html`${style}
    <div class="checkout">
      <section class="card" aria-labelledby="what">
        <p class="brand">Sandbox Stripe</p>
        ${summary(sandbox, session)}
        ${session.cancel_url !== null && html`<a class="back" href="${session.cancel_url}">Back</a>`}
      </section>
      <section class="card" aria-labelledby="pay">
        <h2 id="pay">${needsCard(session) ? 'Pay with a test card' : 'No card needed today'}</h2>
        <p class="soft">This page replaces Stripe on this machine. You won’t be charged.</p>
        <form method="post">
          ${entered && html`<p role="alert" id="complaint">${entered.complaint}</p>`}
          ${emailField(sandbox, session, entered)} ${needsCard(session) && cardChoice(entered?.card)}
          <button class="wide">Subscribe</button>
        </form>
      </section>
    </div>`
}

function summary(sandbox: Sandbox, session: Stripe.Checkout.Session): Html {
  const trialEnd = trialEndOf(sandbox, session)
  const items = lineItems(sandbox, session.id).data
  const total = items.reduce((sum, { amount_total }) => sum + amount_total, 0)
  const interval = items[0]?.price?.recurring?.interval
  const currency = session.currency ?? 'usd'
  return html`<h1 id="what">Subscribe to ${items.map(({ description }) => description).join(', ')}</h1>
    <p class="price">${trialEnd === null ? money(total, currency) : 'Free trial'}</p>
    <p class="soft">
      ${
        trialEnd === null
          ? `per ${interval}, until canceled`
          : `until ${day(trialEnd)}, then ${money(total, currency)} per ${interval}`
      }
    </p>
    <dl>
      ${items.map(
        ({ description, price, quantity }) =>
          html`<div>
            <dt>${description ?? ''}${(quantity ?? 1) > 1 && ` × ${quantity ?? 1}`}</dt>
            <dd>${price ? priceWords(price, quantity ?? 1) : ''}</dd>
          </div>`,
      )}
      <div class="total">
        <dt>Due today</dt>
        <dd>${money(session.amount_total ?? 0, currency)}</dd>
      </div>
    </dl>`
}

function emailField(
  { store }: Sandbox,
  session: Stripe.Checkout.Session,
  entered: CheckoutForm | undefined,
): Html {
  const customer = store.find('customer', idOf(session.customer))
  if (customer) return html`<p>For <strong>${customer.email ?? customer.id}</strong></p>`
  return html`<div class="field">
    <label for="email">Email</label>
    <input
      id="email"
      name="email"
      type="email"
      required
      autocomplete="email"
      value="${entered?.email ?? session.customer_email ?? ''}"
    />
  </div>`
}

function endedPage(session: Stripe.Checkout.Session): Html {
  const completed = session.status === 'complete'
  return html`${style}
    <div class="card narrow">
      <p class="brand">Sandbox Stripe</p>
      <h1>${completed ? 'You’re all set' : 'This page has expired'}</h1>
      <p>
        ${completed ? 'This checkout is complete. You won’t be charged twice.' : 'You haven’t been charged. Go back and start again.'}
      </p>
      ${
        completed
          ? html`<a class="back" href="${successAddress(session)}">Continue</a>`
          : session.cancel_url !== null && html`<a class="back" href="${session.cancel_url}">Back</a>`
      }
    </div>`
}

function trialEndOf({ store, clock }: Sandbox, { id }: Stripe.Checkout.Session): number | null {
  const { trialEnd, trialDays } = store.find('order', id)!
  return trialEnd ?? (trialDays === null ? null : clock.now() + trialDays * DAY)
}
