import type { Stripe } from 'stripe'
import { CARDS, paymentMethodOf } from '../billing/cards.ts'
import { periodOf } from '../billing/subscriptions.ts'
import { html } from '../../html.ts'
import type { Html } from '../../html.ts'
import type { Sandbox } from '../sandbox.ts'
import { deliveryOf } from '../webhooks/deliveries.ts'
import { style } from './style.ts'
import { cardWords, day, moment, priceWords, productName } from './words.ts'

const ROOT = '/sandbox/stripe'
const SHOWN_EVENTS = 100

/** The sandbox as a whole: its clock, its customers, and what it has told the app. */
export function overviewPage(sandbox: Sandbox): Html {
  const customers = sandbox.store.list('customer')
  const events = sandbox.store.list('event')
  return html`${style}
    <div class="page">
      <header>
        <h1>Sandbox Stripe</h1>
        <p class="soft">
          This page replaces Stripe on this machine. Nobody is charged.
          <a href="${ROOT}/events.json">Events as JSON</a>
        </p>
      </header>
      ${clockCard(sandbox)}
      <section class="card" aria-labelledby="customers">
        <h2 id="customers">Customers</h2>
        ${customers.length === 0 && html`<p>No customers yet.</p>`}
        <ul class="list">
          ${customers.map((customer) => html`<li>${customerEntry(sandbox, customer)}</li>`)}
        </ul>
      </section>
      <section class="card" aria-labelledby="events">
        <h2 id="events">Events</h2>
        ${events.length === 0 && html`<p>No events yet.</p>`}
        ${events.length > SHOWN_EVENTS && html`<p class="soft">The latest ${SHOWN_EVENTS} of ${events.length}.</p>`}
        <ol class="list">
          ${events.slice(0, SHOWN_EVENTS).map((event) => html`<li>${eventEntry(sandbox, event)}</li>`)}
        </ol>
      </section>
    </div>`
}

function clockCard({ clock }: Sandbox): Html {
  const now = moment(clock.now())
  const steps = [
    ['day', '1 day'],
    ['five_days', '5 days'],
    ['month', '1 month'],
    ['year', '1 year'],
  ]
  return html`<section class="card" aria-labelledby="clock">
    <h2 id="clock">Clock</h2>
    <p>
      Current time: <time datetime="${now}">${now}</time>. Anything due in the time you skip happens
      immediately.
    </p>
    <form class="row" method="post" action="${ROOT}/clock">
      ${steps.map(([value, name]) => html`<button class="quiet" name="by" value="${value}">Advance ${name}</button>`)}
    </form>
  </section>`
}

function customerEntry(sandbox: Sandbox, customer: Stripe.Customer): Html {
  const own = sandbox.store.list('subscription').filter((one) => one.customer === customer.id)
  return html`<p><strong>${customer.email ?? 'No email'}</strong> <code>${customer.id}</code></p>
    ${own.length === 0 && html`<p class="soft">No subscription</p>`}
    ${own.map(
      (one) =>
        html`<p>
          <span class="badge ${one.status === 'past_due' && 'bad'}">${one.status.replaceAll('_', ' ')}</span>
          ${productName(sandbox, one.items.data[0]!.price)},
          ${priceWords(one.items.data[0]!.price, one.items.data[0]!.quantity)}
          <span class="soft"
            >until ${day(one.ended_at ?? one.cancel_at ?? periodOf(one).end)} ·
            ${cardWords(sandbox, paymentMethodOf(sandbox, one))} · <code>${one.id}</code></span
          >
        </p>`,
    )}
    <form class="row" method="post" action="${ROOT}/customers/${customer.id}/card">
      <label for="card-${customer.id}">Card</label>
      <select id="card-${customer.id}" name="card">
        ${Object.entries(CARDS).map(([number, { works, says }]) => works !== 'never' && html`<option value="${number}">${number.slice(-4)}: ${says}</option>`)}
      </select>
      <button class="quiet">Change</button>
    </form>`
}

function eventEntry({ store }: Sandbox, event: Stripe.Event): Html {
  const { state, attempts, last } = deliveryOf(store, event.id)
  const { id } = event.data.object as { id?: string }
  return html`<div class="row between">
    <div>
      <strong>${event.type}</strong>
      <span class="badge ${(state === 'failed' || state === 'dropped') && 'bad'}">${state}</span>
      <p class="soft">
        ${moment(event.created)} · <code>${id}</code> ${last !== null && `· ${last}`}
        ${attempts > 1 && `· ${attempts} attempts`}
      </p>
    </div>
    <form method="post" action="${ROOT}/events/${event.id}/resend">
      <button class="quiet" aria-label="Resend ${event.type} of ${moment(event.created)}">Resend</button>
    </form>
  </div>`
}
