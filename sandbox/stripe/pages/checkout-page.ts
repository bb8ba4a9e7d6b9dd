import { html } from '../../html.ts'
import type { Html } from '../../html.ts'
import { CARDS } from '../billing/cards.ts'
import { DAY } from '../billing/periods.ts'
import type { Session } from '../objects.ts'
import type { Sandbox } from '../sandbox.ts'
import { style } from './style.ts'
import { day, money, priceWords } from './words.ts'

/** Where a completed session redirects to. */
export const successAddress = ({ id, success_url: url }: Session): string =>
  url.replaceAll('{CHECKOUT_SESSION_ID}', id)

/** The hosted checkout: the order, and a form that posts to its own URL. */
export function checkoutPage(
  sandbox: Sandbox,
  session: Session,
  entered?: { card: string | undefined; complaint: string },
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
        <h2 id="pay">Pay with a test card</h2>
        <p class="soft">This page replaces Stripe on this machine. You won’t be charged.</p>
        <form method="post">
          ${entered && html`<p role="alert" id="complaint">${entered.complaint}</p>`}
          <p>
            For
            <strong>${sandbox.store.find('customer', session.customer)?.email ?? session.customer}</strong>
          </p>
          ${cardChoice(entered?.card)}
          <button class="wide">Subscribe</button>
        </form>
      </section>
    </div>`
}

/** A choice of the test cards. */
export function cardChoice(chosen: string | undefined): Html {
  return html`<fieldset class="cards">
    <legend>Card</legend>
    ${Object.entries(CARDS).map(
      ([number, { says }], index) =>
        html`<label class="choice">
          <input
            type="radio"
            name="card"
            value="${number}"
            required
            ${(chosen === undefined ? index === 0 : chosen === number) && { html: 'checked' }}
          />
          <span
            ><span class="number">${number.replaceAll(/(\d{4})(?!$)/g, '$1 ')}</span>
            <span class="soft">${says}</span></span
          >
        </label>`,
    )}
  </fieldset>`
}

function summary({ store, catalog, clock }: Sandbox, session: Session): Html {
  const { price: priceId, trialDays } = store.find('order', session.id)!
  const price = catalog(priceId, 'price')
  const { interval } = price.recurring
  return html`<h1 id="what">Subscribe to ${price.nickname}</h1>
    <p class="price">${trialDays === null ? money(price.unit_amount, price.currency) : 'Free trial'}</p>
    <p class="soft">
      ${
        trialDays === null
          ? `per ${interval}, until canceled`
          : `until ${day(clock.now() + trialDays * DAY)}, then ${priceWords(price)}`
      }
    </p>
    <dl>
      <div class="total">
        <dt>Due today</dt>
        <dd>${money(session.amount_total, price.currency)}</dd>
      </div>
    </dl>`
}

function endedPage(session: Session): Html {
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
