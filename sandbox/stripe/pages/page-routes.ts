import type { FastifyInstance, FastifyReply } from 'fastify'
import { changeCard } from '../billing/cards.ts'
import { completeSession } from '../billing/checkout.ts'
import { payByHand } from '../billing/invoices.ts'
import { catchUp } from '../billing/life-cycle.ts'
import { changeSubscription } from '../billing/subscriptions.ts'
import { noSuch, StripeError } from '../errors.ts'
import type { PortalSession } from '../objects.ts'
import { emptyParams, text } from '../params.ts'
import type { Params } from '../params.ts'
import { sendErrorPage, sendPage } from '../../page.ts'
import type { Sandbox } from '../sandbox.ts'
import { inTransaction } from '../../database.ts'
import { checkoutPage, successAddress } from './checkout-page.ts'
import { overviewPage } from './overview-page.ts'
import { portalPage } from './portal-page.ts'

const BRAND = 'Sandbox Stripe'

interface Page {
  Params: { id: string }
  Body: Params | undefined
}

/**
 * The pages for people: checkout, billing portal and overview. A form with an error is answered with 200, so that
 * browsers don't log an error.
 */
export function pageRoutes(app: FastifyInstance, sandbox: Sandbox): void {
  const { store, webhooks } = sandbox
  const settle = () => {
    catchUp(sandbox)
    webhooks.wake()
  }

  app.get('/', (_request, reply) => {
    settle()
    return sendPage(reply, 200, BRAND, overviewPage(sandbox))
  })

  app.get<Page>('/checkout/:id', ({ params }, reply) => {
    settle()
    const session = store.find('session', params.id)
    if (!session) return notFound(reply)
    return sendPage(reply, 200, `Checkout – ${BRAND}`, checkoutPage(sandbox, session))
  })
  app.post<Page>('/checkout/:id', ({ params, body = emptyParams() }, reply) => {
    settle()
    const session = store.find('session', params.id)
    if (!session) return notFound(reply)
    // A second submission has no effect.
    if (session.status === 'complete') return reply.redirect(successAddress(session), 303)
    if (session.status !== 'open') {
      return sendPage(reply, 409, `Checkout – ${BRAND}`, checkoutPage(sandbox, session))
    }
    const card = text(body, 'card')
    try {
      const completed = inTransaction(store.db, () => completeSession(sandbox, session, card))
      webhooks.wake()
      return reply.redirect(successAddress(completed), 303)
    } catch (error) {
      if (!(error instanceof StripeError)) throw error
      const page = checkoutPage(sandbox, session, { card, complaint: error.message })
      return sendPage(reply, 200, `Checkout – ${BRAND}`, page)
    }
  })

  app.get<Page>('/portal/:id', ({ params }, reply) => {
    settle()
    const session = store.find('portal', params.id)
    if (!session) return notFound(reply)
    return sendPage(reply, 200, `Billing – ${BRAND}`, portalPage(sandbox, session))
  })
  app.post<Page>('/portal/:id', ({ params, body = emptyParams() }, reply) => {
    settle()
    const session = store.find('portal', params.id)
    if (!session) return notFound(reply)
    try {
      const complaint = inTransaction(store.db, () => act(sandbox, session, body))
      webhooks.wake()
      if (complaint === undefined) return reply.redirect(new URL(session.url).pathname, 303)
      return sendPage(reply, 200, `Billing – ${BRAND}`, portalPage(sandbox, session, complaint))
    } catch (error) {
      if (!(error instanceof StripeError)) throw error
      return sendPage(reply, 200, `Billing – ${BRAND}`, portalPage(sandbox, session, error.message))
    }
  })
}

/** Runs a portal form's action; a string explains why nothing changed. */
function act(sandbox: Sandbox, session: PortalSession, form: Params): string | undefined {
  const { store } = sandbox
  const action = text(form, 'action')
  if (action === 'card') {
    changeCard(sandbox, session.customer, text(form, 'card') ?? '')
    return undefined
  }
  if (action === 'pay') {
    const invoice = store.find('invoice', text(form, 'invoice') ?? '')
    if (invoice?.customer !== session.customer || invoice.status !== 'open')
      throw noSuch('invoice', String(invoice?.id))
    return payByHand(sandbox, invoice.id).status === 'paid'
      ? undefined
      : 'Your card was declined. Choose a different card first.'
  }
  const subscription = store.find('subscription', text(form, 'subscription') ?? '')
  if (subscription?.customer !== session.customer || subscription.status === 'canceled') {
    throw noSuch('subscription', String(subscription?.id))
  }
  // Like Stripe's portal in flexible billing mode: it sets an end time and leaves the flag false.
  const end = action === 'cancel' ? subscription.items.data[0].current_period_end : null
  changeSubscription(sandbox, subscription.id, { cancel_at: end, cancel_at_period_end: false })
  return undefined
}

function notFound(reply: FastifyReply): FastifyReply {
  return sendErrorPage(reply, 404, 'This page doesn’t exist. It may belong to a different database.', BRAND)
}
