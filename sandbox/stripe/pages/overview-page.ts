import { html } from '../../html.ts'
import type { Html } from '../../html.ts'
import type { Customer, Event } from '../objects.ts'
import type { Sandbox } from '../sandbox.ts'
import { deliveryOf } from '../webhooks/deliveries.ts'
import { style } from './style.ts'
import { cardWords, day, moment, priceWords } from './words.ts'

const ROOT = '/sandbox/stripe'
const SHOWN_EVENTS = 100

/** An overview of the sandbox: its clock, customers and events. */
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

function customerEntry(sandbox: Sandbox, { id, email }: Customer): Html {
  const own = sandbox.store.list('subscription').filter((one) => one.customer === id)
  return html`<p><strong>${email}</strong> <code>${id}</code></p>
    ${own.length === 0 && html`<p class="soft">No subscription</p>`}
    ${own.map(({ id: subscription, status, ended_at: endedAt, cancel_at: cancelAt, items: { data } }) => {
      const [{ price, current_period_end: periodEnd }] = data
      return html`<p>
        <span class="badge ${status === 'past_due' && 'bad'}">${status.replaceAll('_', ' ')}</span>
        ${price.nickname}, ${priceWords(price)}
        <span class="soft"
          >until ${day(endedAt ?? cancelAt ?? periodEnd)} · ${cardWords(sandbox, id)} ·
          <code>${subscription}</code></span
        >
      </p>`
    })}`
}

function eventEntry({ store }: Sandbox, event: Event): Html {
  const { state, attempts, last } = deliveryOf(store, event.id)
  const { id } = event.data.object as { id: string }
  return html`<strong>${event.type}</strong>
    <span class="badge ${(state === 'failed' || state === 'dropped') && 'bad'}">${state}</span>
    <p class="soft">
      ${moment(event.created)} · <code>${id}</code> ${last !== null && `· ${last}`}
      ${attempts > 1 && `· ${attempts} attempts`}
    </p>`
}
