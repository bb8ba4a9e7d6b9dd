import type { Locator } from '@playwright/test'
import { makeEvent } from './support/events.ts'
import { holdRequest } from './support/hold-request.ts'
import { expect, test } from './support/support.ts'
import { zoneButton } from './support/zones.ts'

const look = (locator: Locator) =>
  locator.evaluate((element) => {
    const { backgroundColor, color, borderTopWidth } = getComputedStyle(element)
    return { backgroundColor, color, borderTopWidth }
  })

test('forced colors keep the edges of controls and show what is chosen', async ({ visitor, server }) => {
  const event = await makeEvent(server.origin)
  const page = await visitor.open({ forcedColors: 'active', reducedMotion: 'reduce' })
  const [background, text] = await page.evaluate(() => {
    document.body.style.cssText = 'forced-color-adjust: none; background: Highlight; color: HighlightText'
    const { backgroundColor, color } = getComputedStyle(document.body)
    return [backgroundColor, color]
  })
  // What is chosen changes its color in a transition, however short.
  const expectHighlighted = (locator: Locator) =>
    expect.poll(() => look(locator)).toMatchObject({ backgroundColor: background, color: text })

  await test.step('booking page', async () => {
    await page.goto(`/book/${event.bookingUrlId}`)
    // The last days of this one may leave a single day with times.
    await page.getByRole('button', { name: 'Next month' }).click()
    await page.locator('.day[data-offered]').nth(1).click()
    await page.locator('.slot').nth(1).click()
    await expectHighlighted(page.locator('.slot[aria-pressed="true"]'))
    await expectHighlighted(page.locator('.day[aria-pressed="true"]'))
    await expectHighlighted(page.locator('.segments :checked + span'))
    for (const other of ['.slot', '.day[data-offered]']) {
      const unchosen = await look(page.locator(`${other}[aria-pressed="false"]`).first())
      expect(unchosen.backgroundColor).not.toBe(background)
      expect(unchosen.borderTopWidth).toBe('1px')
    }
    await zoneButton(page).click()
    const [active, other] = [
      page.locator('[data-active]'),
      page.locator('[role="option"]:not([data-active])'),
    ]
    expect((await look(active)).backgroundColor).toBe(background)
    expect((await look(active.locator('span').last())).color).toBe(text)
    expect((await look(other.first())).backgroundColor).not.toBe(background)
  })

  await test.step('pricing', async () => {
    await page.goto('/pricing')
    await expectHighlighted(page.locator('.intervals label').first())
    expect((await look(page.locator('.intervals label').last())).backgroundColor).not.toBe(background)
  })

  await test.step('event editor', async () => {
    await page.evaluate((token) => localStorage.setItem('sessionToken', token), event.token)
    await page.goto(`/events/edit/${event.id}`)
    const toggle = page.getByRole('switch', { name: 'Allow invitees to cancel' })
    const thumb = toggle.locator('+ span')
    const on = { track: await look(toggle), thumb: await look(thumb) }
    await toggle.click()
    const off = { track: await look(toggle), thumb: await look(thumb) }
    expect(on.track.backgroundColor).toBe(background)
    expect(on.thumb.backgroundColor).toBe(text)
    expect(off.track.backgroundColor).not.toBe(background)
    expect(off.thumb.backgroundColor).not.toBe(off.track.backgroundColor)
    expect(off.track.borderTopWidth).toBe('1px')
    expect(await look(page.getByRole('button', { name: 'Update Event' }))).toMatchObject({
      borderTopWidth: '1px',
    })
    await expectHighlighted(page.locator('[aria-pressed="true"]').first())
    await page.getByLabel('Buffer time').press('Space')
    await page.keyboard.press('ArrowDown')
    await expect(page.locator('option:focus')).toHaveText('5 minutes')
    await expect(page.locator('option:focus')).toHaveCSS('outline-style', 'solid')
    await expect(page.locator('option:checked:not(:focus)').first()).toHaveCSS('outline-style', 'none')
  })

  await test.step('what is loading', async () => {
    const answer = await holdRequest(page, '**/webapp/analytics?*', 'GET')
    await page.goto('/analytics')
    await expect(page.getByText('Loading figures...')).toBeAttached()
    for (const skeleton of await page.locator('.animate-pulse').all())
      expect(await look(skeleton)).toMatchObject({ borderTopWidth: '1px' })
    answer()
    await expect(page.getByText('No bookings in this period')).toBeVisible()
  })
})
