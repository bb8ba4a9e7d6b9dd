import type { Page } from '@playwright/test'
import { expect, expectAccessible, expectFits, tabTo, test } from './support/support.ts'

const card = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name, exact: true }) })

test('pricing works by keyboard, its plans lead to sign-in, and that to the privacy policy and the terms', async ({
  visitor,
}) => {
  const page = await visitor.open({ viewport: { width: 1440, height: 900 } })
  await page.goto('/')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Pricing' }).click()
  await expect(page).toHaveTitle('Pricing · Boomtime')
  await expect(card(page, 'Individual')).toContainText('Limited Time Deal')
  await expect(card(page, 'Team')).toContainText('Most Popular')
  await expect(page.getByText('$35.99/month')).toBeVisible()
  await expect(page.getByText('$344.99/year')).toBeHidden()
  await tabTo(page, page.getByRole('radio', { name: 'Monthly' }))
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('radio', { name: 'Annual Save up to 20%' })).toBeChecked()
  await expect(page.getByText('$344.99/year')).toBeVisible()
  await expect(page.getByText('$35.99/month')).toBeHidden()
  for (const [name, href] of [
    ['Individual', '/signin'],
    ['Team', '/signin'],
    ['Enterprise', 'mailto:sales@boomtime.example'],
  ] as const) {
    const start = card(page, name).getByRole('link', { name: 'Get Started' })
    await expect(start).toHaveAttribute('href', href)
    await expect(start).toHaveAccessibleDescription(name)
  }
  await expectAccessible(page)
  await page.reload()
  await expect(page.getByText('$35.99/month')).toBeVisible()
  await card(page, 'Individual').getByRole('link', { name: 'Get Started' }).click()
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Pricing' })).toHaveAttribute('href', '/pricing')
  await page.getByRole('link', { name: 'privacy policy' }).click()
  await expect(page.getByRole('heading', { name: 'Privacy policy' })).toBeVisible()
  await expectAccessible(page)
  await expectFits(page, 360)
  await page.getByRole('contentinfo').getByRole('link', { name: 'Terms' }).click()
  await expect(page.getByRole('heading', { name: 'Terms of service' })).toBeVisible()
  await expectAccessible(page)
  await expectFits(page, 360)
})

test('pricing works by touch without JavaScript', async ({ visitor }) => {
  const page = await visitor.open({
    viewport: { width: 360, height: 800 },
    hasTouch: true,
    javaScriptEnabled: false,
  })
  await page.goto('/pricing')
  await expect(page.getByText('$0.99/month')).toBeVisible()
  await page.getByText('Annual').first().tap()
  await expect(page.getByText('$9.99/year')).toBeVisible()
  await expect(page.getByText('$0.99/month')).toBeHidden()
})

test('features open from the landing page, and fit on small screens like pricing', async ({ visitor }) => {
  const page = await visitor.open({ hasTouch: true })
  await page.goto('/')
  await page.getByRole('link', { name: 'All features' }).click()
  await expect(page).toHaveTitle('Features · Boomtime')
  await expect(page.getByRole('main').locator('.feature')).toHaveCount(8)
  await expectAccessible(page)
  await expect(page.getByRole('contentinfo').getByRole('link', { name: 'Pricing' })).toHaveAttribute(
    'href',
    '/pricing',
  )
  for (const address of ['/features', '/pricing']) {
    if (address !== new URL(page.url()).pathname) await page.goto(address)
    for (const width of [360, 768]) {
      await expectFits(page, width)
      const heights = await page
        .locator('main a, main label, footer a')
        .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().height))
      expect(Math.min(...heights)).toBeGreaterThanOrEqual(44)
    }
  }
})

test('pricing isn’t cut off at 400 percent zoom, or with a large font', async ({ visitor }) => {
  const page = await visitor.open()
  await page.goto('/pricing')
  for (const [width, font] of [
    [320, '16px'],
    [360, '24px'],
  ] as const) {
    await page.setViewportSize({ width, height: 800 })
    await page.evaluate((size) => (document.documentElement.style.fontSize = size), font)
    const rights = await page
      .locator('h1, .lead, .plan, .intervals label, table')
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().right))
    expect(Math.max(...rights)).toBeLessThanOrEqual(width)
  }
})
