import type { Page } from '@playwright/test'
import type { AccountStatus } from '../contract/account/billing.schema.ts'
import { expectLocked, holdRequest } from './support/hold-request.ts'
import { expect, expectAccessible, expectFits, stored, test } from './support/support.ts'
import { expectUncovered } from './support/uncovered.ts'

const DAY_S = 86_400
const WORKS = /4242/
const WORKS_NOW = /0341/

const current = (page: Page) => page.getByRole('group', { name: 'Current status' })
const plan = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name, exact: true }) })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

async function openTab(page: Page, name: string): Promise<Page> {
  const opens = page.waitForEvent('popup')
  await button(page, name).click()
  return opens
}

/** Closes a tab. Tests show all tabs at once, so the page behind must hear that it is visible again. */
async function comeBack(page: Page, tab: Page) {
  await tab.close()
  await page.evaluate(() => window.dispatchEvent(new Event('focus')))
}

/** Advances the clock of the sandbox payment provider. */
async function pass(page: Page, days: number) {
  const moved = await page.request.post('/sandbox/stripe/clock', { data: { advance: days * DAY_S } })
  expect(moved.ok()).toBe(true)
}

test('a subscription from trial to its end', async ({ visitor }) => {
  // Goes through every state of a subscription.
  test.setTimeout(120_000)
  const { page } = await visitor.openAsHost()
  await page.goto('/subscription')
  await expect(current(page)).toContainText('Trial')
  await expect(current(page)).toContainText('5 days left')
  for (const name of ['Team', 'Enterprise']) {
    await expect(plan(page, name).getByRole('button', { name: 'Not Available' })).toBeDisabled()
  }
  await page.getByText('Annual').click()
  await expect(plan(page, 'Individual')).toContainText('$9.99/year')
  await expect(page.getByText('$56.99/year')).toBeVisible()

  const checkout = await openTab(page, 'Subscribe')
  await expect(checkout).toHaveURL(/\/sandbox\/stripe\/checkout\//)
  expect(await checkout.evaluate(() => window.opener as unknown)).toBeNull()
  await checkout.getByRole('link', { name: 'Back' }).click()
  await expect(checkout.getByRole('heading', { name: 'Subscription Cancelled' })).toBeVisible()
  await checkout.getByRole('link', { name: 'Try Again' }).click()
  await expect(checkout.getByRole('radio', { name: 'Annual' })).toBeChecked()
  await expect(current(checkout)).toContainText('Trial')
  await comeBack(page, checkout)
  await page.getByText('Monthly').click()

  // The page of the first attempt expired with it; this one is new.
  const again = await openTab(page, 'Subscribe')
  await again.getByRole('radio', { name: WORKS_NOW }).check()
  await again.getByRole('button', { name: 'Subscribe' }).click()
  await expect(again.getByRole('heading', { name: 'Thank you!' })).toBeVisible()
  await expect(again.getByText('Your first payment is due when the trial ends.')).toBeVisible()
  // Before the other tab closes.
  await expect(current(page)).toContainText('Active')
  await comeBack(page, again)
  await expect(current(page)).toContainText('$0.99/month')
  await expect(plan(page, 'Individual').getByRole('button', { name: 'Current plan' })).toBeDisabled()
  const { status } = JSON.parse((await stored(page))['subscriptionStatus']!) as { status: AccountStatus }
  expect(status.subscriptionStatus).toBe('active')

  await button(page, 'Cancel subscription').click()
  const dialog = page.getByRole('alertdialog')
  await expect(button(page, 'Keep subscription')).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel subscription' }).click()
  await expect(page.getByText('Subscription Canceled')).toBeVisible()
  await expect(page.getByText(/You have access until \w+ \d+, \d{4}\./)).toBeVisible()
  await expect(current(page)).toContainText('Pending Cancellation')
  await expect(button(page, 'Reactivate')).toBeFocused()
  await button(page, 'Reactivate').click()
  await expect(page.getByText('Subscription Reactivated')).toBeVisible()
  await expect(current(page)).toContainText('Active')
  await page.getByText('Annual').click()
  await button(page, 'Switch to annual').click()
  await expect(dialog).toContainText('$9.99 for 12 months when your trial ends')
  await expectAccessible(page)
  const answer = await holdRequest(page, '**/switchToYearly', 'PUT')
  await dialog.getByRole('button', { name: 'Switch to annual' }).click()
  await expectLocked(button(page, 'Keep monthly'))
  answer()
  await expect(current(page)).toContainText('$9.99/year')
  await expect(plan(page, 'Individual').getByRole('button', { name: 'Current plan' })).toBeDisabled()

  await pass(page, 6)
  await button(page, 'Refresh status').click()
  await expect(current(page)).toContainText('Your last payment failed.')
  await expectAccessible(page)
  const portal = await openTab(page, 'Manage payment')
  await portal.getByRole('radio', { name: WORKS }).check()
  await portal.getByRole('button', { name: 'Use this card' }).click()
  await portal.getByRole('button', { name: /^Pay invoice/ }).click()
  await portal.getByRole('link', { name: 'Return' }).click()
  await expect(portal.getByRole('heading', { name: 'Subscription successful' })).toBeVisible()
  await comeBack(page, portal)
  await expect(current(page)).not.toContainText('Your last payment failed.')

  await button(page, 'Cancel subscription').click()
  await dialog.getByRole('button', { name: 'Cancel subscription' }).click()
  await expect(current(page)).toContainText('Pending Cancellation')
  await pass(page, 366)
  await button(page, 'Refresh status').click()
  await expect(button(page, 'Subscribe')).toBeEnabled()
  await expect(button(page, 'Manage payment')).toHaveCount(0)
})

test('reports a failed status, a blocked tab, a failed change and a server without billing', async ({
  visitor,
  server,
}) => {
  visitor.expected.push('Failed to load resource')
  const { page } = await visitor.openAsHost()
  const calls = '**/account/subscription/**'
  await page.route(calls, (route) => route.fulfill({ status: 500, json: { success: false } }))
  for (const screen of ['success', 'intent']) {
    await page.goto(`/subscription/${screen}`)
    await expect(page.getByRole('heading', { name: 'Unable to load' })).toBeVisible()
    await expect(button(page, 'Retry')).toBeVisible()
  }
  await page.goto('/subscription')
  const card = page.getByRole('alert').filter({ hasText: 'Failed to load subscription status.' })
  await expect(card).toBeVisible()
  await expect(page.getByRole('listitem').getByText('Failed to load subscription status.')).toBeVisible()
  await page.unroute(calls)
  await card.getByRole('button', { name: 'Try again' }).click()
  await expect(current(page)).toContainText('Trial')
  await expect(card).toBeHidden()

  await page.route('**/checkoutSession', (route) =>
    route.fulfill({ status: 503, json: { success: false, error: 'Not now.' } }),
  )
  const tab = await openTab(page, 'Subscribe')
  await expect(page.getByText('Failed to start checkout process.')).toBeVisible()
  await expect(page.getByText('Not now.')).toBeVisible()
  await expect.poll(() => tab.isClosed()).toBe(true)
  await page.unroute('**/checkoutSession')
  await page.evaluate(() => (window.open = () => null))
  await button(page, 'Subscribe').click()
  const link = page.getByRole('link', { name: 'Open payment page' })
  await expect(link).toHaveAttribute('href', new RegExp(`^${server.origin}/sandbox/stripe/checkout/`))
  await expectFits(page, 360)
  await expectAccessible(page)
  const opens = page.waitForEvent('popup')
  await link.click()
  const paying = await opens
  await expect(paying.getByRole('heading', { name: /^Subscribe to/ })).toBeVisible()
  await comeBack(page, paying)
  await expect(link).toBeHidden()

  const active: Partial<AccountStatus> = { subscriptionStatus: 'active', plan: 'individual' }
  let told: Partial<AccountStatus> = active
  await page.route('**/subscription/status**', async (route) => {
    const answer = (await (await route.fetch()).json()) as { data: AccountStatus }
    await route.fulfill({ json: { success: true, data: { ...answer.data, ...told } } })
  })
  for (const change of ['cancel', 'revokeCancellation']) {
    await page.route(`**/subscription/${change}`, (route) =>
      route.fulfill({ status: 503, json: { success: false } }),
    )
  }
  await button(page, 'Refresh status').click()
  await button(page, 'Cancel subscription').click()
  const answer = await holdRequest(page, '**/subscription/cancel', 'PUT')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel subscription' }).click()
  await expectLocked(button(page, 'Keep subscription'))
  answer()
  const cancel = page.getByRole('alertdialog').getByRole('button')
  await expectUncovered(
    'Failed to cancel subscription. Please try again.',
    ['Keep subscription', 'Cancel subscription'].map((name) => cancel.and(button(page, name))),
  )
  await button(page, 'Keep subscription').click()
  told = { ...active, isPendingCancellation: true }
  await button(page, 'Refresh status').click()
  await button(page, 'Reactivate').click()
  await expect(page.getByText('Failed to reactivate subscription. Please try again.')).toBeVisible()
  told = { ...told, startDate: new Date().toISOString(), note: 'It ends tomorrow.' }
  const answerStatus = await holdRequest(page, '**/account/subscription/**', 'GET')
  await page.goto('/subscription/intent')
  await expect(page.getByText('Loading subscription status...')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Subscription status')
  answerStatus()
  await expect(page.getByRole('heading', { name: 'Subscription successful' })).toBeVisible()
  await expect(page.getByText('It ends tomorrow.')).toBeVisible()

  const note = 'Billing isn’t set up on this server, so everything is included.'
  told = { subscriptionStatus: 'active', isBillingAvailable: false, trialEndsOn: null, note }
  await page.goto('/subscription/success')
  await expect(page.getByText(note)).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'View subscription' }).click()
  await expect(page).toHaveURL(/\/subscription$/)
  await page.reload()
  await expect(page.getByText(note)).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Plans' })).toBeHidden()
  await expect(button(page, 'Refresh status')).toBeHidden()
})
