import { html } from '../../html.ts'
import type { Html } from '../../html.ts'
import type { Invoice, PortalSession, Subscription } from '../objects.ts'
import type { Sandbox } from '../sandbox.ts'
import { cardChoice } from './checkout-page.ts'
import { style } from './style.ts'
import { cardWords, day, money, priceWords } from './words.ts'

/** The billing portal with a customer's subscriptions, card and invoices. Its forms post to its own URL. */
export function portalPage(sandbox: Sandbox, session: PortalSession, complaint?: string): Html {
  const { store } = sandbox
  const own = ({ customer }: { customer: string }) => customer === session.customer
  const subscriptions = store.list('subscription').filter(own)
  const invoices = store.list('invoice').filter((one) => own(one) && one.amount_due > 0)
  return html`${style}
    <div class="page column narrow-page">
      <header>
        <a class="back" href="${session.return_url}">Return</a>
        <p class="brand">Sandbox Stripe</p>
        <h1>Your billing</h1>
        <p class="soft">${store.find('customer', session.customer)?.email ?? ''}</p>
        ${complaint && html`<p role="alert">${complaint}</p>`}
      </header>
      <section class="card" aria-labelledby="subscriptions">
        <h2 id="subscriptions">Subscription</h2>
        ${subscriptions.length === 0 && html`<p>No subscription</p>`}
        <ul class="list">
          ${subscriptions.map((subscription) => html`<li>${subscriptionEntry(sandbox, subscription)}</li>`)}
        </ul>
      </section>
      <section class="card" aria-labelledby="card">
        <h2 id="card">Change card</h2>
        <form method="post">
          ${cardChoice(undefined)}
          <button name="action" value="card">Use this card</button>
        </form>
      </section>
      <section class="card" aria-labelledby="invoices">
        <h2 id="invoices">Invoices</h2>
        ${invoices.length === 0 && html`<p>No invoices yet.</p>`}
        <ul class="list">
          ${invoices.map((invoice) => html`<li>${invoiceEntry(invoice)}</li>`)}
        </ul>
      </section>
    </div>`
}

function subscriptionEntry(sandbox: Sandbox, subscription: Subscription): Html {
  const { id, status, items } = subscription
  const [{ price }] = items.data
  return html`<p>
      <strong>${price.nickname}</strong>, ${priceWords(price)}
      <span class="badge ${status === 'past_due' && 'bad'}">${status.replaceAll('_', ' ')}</span>
    </p>
    <p class="soft">${nextCharge(subscription)} ${cardWords(sandbox, subscription.customer)}.</p>
    ${
      status !== 'canceled' &&
      html`<form method="post">
        <input type="hidden" name="subscription" value="${id}" />
        ${
          subscription.cancel_at === null
            ? html`<button class="quiet" name="action" value="cancel">
                Cancel at the end of the period
              </button>`
            : html`<button name="action" value="keep">Keep subscription</button>`
        }
      </form>`
    }`
}

function nextCharge(subscription: Subscription): string {
  const { status, cancel_at: cancelAt, ended_at: endedAt } = subscription
  if (endedAt !== null) return `Ended on ${day(endedAt)}.`
  if (cancelAt !== null) return `Ends on ${day(cancelAt)}.`
  if (status === 'past_due') return 'The last payment failed.'
  const [{ current_period_end: end }] = subscription.items.data
  return status === 'trialing' ? `Free until ${day(end)}.` : `Renews on ${day(end)}.`
}

function invoiceEntry({ id, created, amount_due: due, currency, status, number }: Invoice): Html {
  return html`<div class="row between">
    <span
      >${day(created)}, ${money(due, currency)}
      <span class="badge ${status === 'open' && 'bad'}">${status}</span></span
    >
    ${
      status === 'open' &&
      html`<form method="post">
        <input type="hidden" name="invoice" value="${id}" />
        <button name="action" value="pay" aria-label="Pay invoice ${number}">Pay</button>
      </form>`
    }
  </div>`
}
