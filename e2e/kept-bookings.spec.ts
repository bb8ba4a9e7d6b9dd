import { ok } from '../testing/server/api.ts'
import { enterPerson } from './support/booking-form.ts'
import { dayAhead, makeEvent } from './support/events.ts'
import { expect, holdScripts, stored, test } from './support/support.ts'

test('invitees are remembered on this device only if and as long as they choose', async ({
  visitor,
  server,
}) => {
  const [first, second] = [await makeEvent(server.origin), await makeEvent(server.origin)]
  const page = await visitor.open()
  const fullName = page.getByLabel('Full Name')
  const remember = page.getByRole('checkbox', { name: 'Remember my name and email on this device' })
  await page.goto(`/book/${first.bookingUrlId}`)
  await page.locator('.slot').first().click()
  await fullName.fill('Bob')
  await page.getByLabel('Email Address').fill('bob@example.com')
  await expect(remember).not.toBeChecked()
  expect((await remember.locator('..').boundingBox())!.height).toBeGreaterThanOrEqual(44)
  await remember.check()
  // Corrections win.
  await fullName.fill('Bob Marsh')
  await page.getByRole('button', { name: 'Book Meeting' }).click()
  await expect(page.getByRole('heading', { name: 'Booking Confirmed' })).toBeVisible()
  const id = new URL(page.url()).pathname.split('/').at(-1)!

  await page.goto(`/book/${second.bookingUrlId}`)
  await page.locator('.slot').first().click()
  await expect(fullName).toHaveValue('Bob Marsh')
  await expect(page.getByLabel('Email Address')).toHaveValue('bob@example.com')
  await expect(remember).toBeChecked()
  await fullName.fill('')
  await page.reload()
  await expect(remember).toBeChecked()
  await expect(fullName).toHaveValue('')
  await fullName.fill('Somebody else')

  // A booking brings its own invitee's details.
  await page.goto(`/book/${first.bookingUrlId}/update/${id}`)
  await expect(fullName).toHaveValue('Bob Marsh')
  await expect(page.locator('.slot').first()).toBeVisible()
  await expect(remember).toHaveCount(0)

  await page.goto(`/book/${second.bookingUrlId}`)
  await expect(fullName).toHaveValue('Somebody else')
  await remember.uncheck()
  await expect(page.getByLabel('Email Address')).toHaveValue('bob@example.com')
  expect(JSON.stringify(await stored(page))).not.toMatch(/bob/i)
  const other = await page.context().newPage()
  await other.goto(`/book/${second.bookingUrlId}`)
  await other.locator('.slot').first().click()
  await expect(other.getByLabel('Full Name')).toHaveValue('')
  await expect(other.getByRole('checkbox')).not.toBeChecked()
})

test('booking works in a browser that blocks storage, without offering to remember', async ({
  visitor,
  server,
}) => {
  const event = await makeEvent(server.origin)
  const page = await visitor.open()
  await page.addInitScript(() => {
    for (const area of ['localStorage', 'sessionStorage']) {
      Object.defineProperty(window, area, {
        get() {
          throw new DOMException('Not allowed', 'SecurityError')
        },
      })
    }
  })
  await page.goto(`/book/${event.bookingUrlId}`)
  await page.locator('.slot').first().click()
  await enterPerson(page)
  const remember = page.getByRole('checkbox', { name: 'Remember my name' })
  await remember.click()
  await expect(remember).not.toBeChecked()
  await expect(remember).toHaveAccessibleDescription('Your browser’s privacy settings prevent saving this.')
  await page.getByRole('button', { name: 'Book Meeting' }).click()
  await expect(page.getByRole('heading', { name: 'Booking Confirmed' })).toBeVisible()
  await page.getByLabel('Email addresses to invite').fill('eve@example.com')
  await page.getByRole('button', { name: 'Send invites' }).click()
  await expect(page.getByText('Invites Sent!')).toBeVisible()
})

test('what is entered and pressed before hydration counts', async ({ visitor, server }) => {
  const event = await makeEvent(server.origin, {}, [
    { type: 'multi-line', label: 'Topic' },
    { type: 'dropdown', label: 'Size', options: ['Small', 'Large'] },
    { type: 'radio', label: 'Place', options: ['Here', 'There'] },
    { type: 'checkboxes', label: 'Days', options: ['Odd', 'Even'] },
  ])
  const slots = await ok(server.origin, 'listSlots', {
    params: { id: event.id },
    query: { dateFrom: dayAhead(2), dateTo: dayAhead(9), timezone: 'UTC' },
  })
  const { id } = await ok(server.origin, 'createBooking', {
    query: { bookingUrlId: event.bookingUrlId },
    body: { fullName: 'Bob', email: 'bob@example.com', startUTC: slots[0]!.startUtc },
  })
  const page = await visitor.open()
  const openWithoutScripts = async () => {
    const release = await holdScripts(page)
    await page.goto(`/book/${event.bookingUrlId}/update/${id}`, { waitUntil: 'commit' })
    const other = page.locator('.slot[aria-pressed="false"]').first()
    return { release, other, startUtc: (await other.locator('time').getAttribute('datetime'))! }
  }
  const update = page.getByRole('button', { name: 'Update booking' })
  const updated = page.getByRole('heading', { name: 'Booking details' })

  const pressed = page.locator('.slot[aria-pressed="true"] time')

  const moved = await test.step('a time and the button', async () => {
    const { release, other, startUtc } = await openWithoutScripts()
    await other.click()
    await update.click()
    release()
    await expect(updated).toBeVisible()
    const { bookingData } = await ok(server.origin, 'getBooking', { params: { id } })
    expect(bookingData.startUtc).toBe(startUtc)
    return startUtc
  })

  await test.step('answers, and a time pressed twice', async () => {
    const { release, other, startUtc } = await openWithoutScripts()
    await expect(pressed).toHaveAttribute('datetime', moved)
    await enterPerson(page, 'Early Bird', '')
    await page.getByLabel('Topic').fill('Worms')
    await page.getByLabel('Size').selectOption('Large')
    await page.getByLabel('There').check()
    await page.getByLabel('Even').check()
    // Nothing has happened yet, so they click again.
    await other.click()
    await other.click()
    await expect(pressed).toHaveAttribute('datetime', moved)
    release()
    await expect(page.locator(`.slot:has([datetime="${startUtc}"])`)).toHaveAttribute('aria-pressed', 'true')
    await expect(page.getByText('Please fill in the following: Email Address')).toBeVisible()
    await page.getByLabel('Email Address').fill('early@example.com')
    await update.click()
    await expect(updated).toBeVisible()
    for (const answer of ['Early Bird', 'Worms', 'Large', 'There', 'Even']) {
      await expect(page.getByText(answer, { exact: true })).toBeVisible()
    }
  })
})

test('the selected time survives viewing other months and a reload', async ({ visitor, server }) => {
  const event = await makeEvent(server.origin)
  const page = await visitor.open({ timezoneId: 'America/New_York' })
  await page.goto(`/book/${event.bookingUrlId}`)
  await page.getByRole('button', { name: 'Next month' }).click()
  await page.locator('.day[data-offered]').nth(2).click()
  await page.locator('.slot').nth(3).click()
  const chosen = page.locator('.selection')
  const words = await chosen.innerText()
  const month = await page.locator('.calendar h2').innerText()
  const loaded = page.waitForResponse(/\/slots\?/)
  await page.getByRole('button', { name: 'Next month' }).click()
  await loaded
  await expect(page.locator('.calendar')).toHaveAttribute('aria-busy', 'false')
  await expect(chosen).toHaveText(words, { useInnerText: true })
  await expect(page.getByRole('alert')).toHaveCount(0)
  await page.reload()
  await expect(page.locator('.slot[aria-pressed="true"]')).toBeVisible()
  await expect(chosen).toHaveText(words, { useInnerText: true })
  await expect(page.locator('.calendar h2')).toHaveText(month)
  await enterPerson(page)
  await page.getByRole('button', { name: 'Book Meeting' }).click()
  await expect(page.getByRole('heading', { name: 'Booking Confirmed' })).toBeVisible()
  // Going back shows an empty form for another booking.
  await page.goBack()
  await expect(page.locator('.slot').first()).toBeVisible()
  await expect(page.locator('.slot[aria-pressed="true"]')).toHaveCount(0)
  await expect(page.getByLabel('Full Name')).toHaveCount(0)
  await page.locator('.slot').first().click()
  await expect(page.getByText('Please fill in the following: Full Name, Email Address')).toBeVisible()
  await expect(page.getByLabel('Full Name')).toHaveValue('')
})
