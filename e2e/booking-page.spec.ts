import { call, ok } from '../testing/test-app.ts'
import { signIn as signInByHttp } from '../testing/test-app.ts'
import { expect, expectAccessible, expectFits, stored, test } from './support.ts'

let host = 0
/** An event of a new host, made without a browser. */
async function makeEvent(
  origin: string,
  body: Record<string, unknown> = {},
  fields: readonly Record<string, unknown>[] = [],
) {
  const { sessionToken: token } = await signInByHttp(origin, `host${++host}.${Date.now()}@example.com`, {
    name: 'Maya Lindqvist',
  })
  const collections =
    fields.length === 0
      ? []
      : [await ok(origin, 'createCollection', { token, body: { name: 'About you', fields } })]
  return ok(origin, 'createEvent', {
    token,
    body: {
      title: 'Design review',
      description: 'We look at it together.',
      customFieldsCollections: collections.map(({ id }) => ({ id })),
      ...body,
    },
  })
}

test('a slot that goes while the form is filled in: said, fresh slots shown, nothing typed is lost', async ({
  visitor,
  server,
}) => {
  visitor.expected.push('409')
  const event = await makeEvent(server.origin)
  const page = await visitor.open({ timezoneId: 'America/New_York' })
  await page.goto(`/book/${event.bookingUrlId}`)
  const slot = page.locator('.slot').nth(3)
  const startUTC = await slot.locator('time').getAttribute('datetime')
  await slot.click()
  await page.getByLabel('Full Name').fill('Bob')
  await page.getByLabel('Email Address').fill('bob@example.com')
  const quicker = await call(server.origin, 'createBooking', {
    query: { bookingUrlId: event.bookingUrlId },
    body: { fullName: 'Eve', email: 'eve@example.com', startUTC },
  })
  expect(quicker.status).toBe(201)
  await page.getByRole('button', { name: 'Book Meeting' }).click()
  const alert = page.getByRole('alert')
  await expect(alert).toContainText('Selected time slot not found')
  await expect(alert).toBeFocused()
  await expect(page.locator(`.slot time[datetime="${startUTC}"]`)).toHaveCount(0)
  await expect(page.getByLabel('Full Name')).toHaveValue('Bob')
  await expect(page.getByLabel('Email Address')).toHaveValue('bob@example.com')
  await expectAccessible(page)
  await page.locator('.slot').first().click()
  await page.getByRole('button', { name: 'Book Meeting' }).click()
  await expect(page.getByRole('heading', { name: 'Booking Confirmed' })).toBeVisible()
})

test('by keyboard alone: the day by arrows, the time, the form', async ({ visitor, server }) => {
  const event = await makeEvent(server.origin)
  const page = await visitor.open({
    timezoneId: 'America/New_York',
    colorScheme: 'dark',
    viewport: { width: 360, height: 740 },
  })
  await page.goto(`/book/${event.bookingUrlId}`)
  const focused = page.locator(':focus')
  const first = page.locator('.day[data-offered]').first()
  await first.focus()
  const firstDay = Number(await first.getAttribute('data-day'))
  await page.keyboard.press('ArrowRight')
  await expect(focused).toHaveAttribute('data-day', String(firstDay + 1))
  await page.keyboard.press('ArrowDown')
  await expect(focused).toHaveAttribute('data-day', String(firstDay + 8))
  await page.keyboard.press('PageDown')
  await expect(page.getByRole('button', { name: 'Previous month' })).toBeEnabled()
  await page.keyboard.press('Home')
  await page.keyboard.press('ArrowRight')
  await expect(focused).toHaveAttribute('data-offered', 'true')
  const chosen = await focused.getAttribute('aria-label')
  await page.keyboard.press('Enter')
  await expect(focused).toHaveAttribute('aria-pressed', 'true')
  await page.keyboard.press('Tab')
  await expect(focused).toHaveAttribute('name', 'clock')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await expect(focused).toHaveAttribute('aria-pressed', 'true')
  await page.getByLabel('Full Name').focus()
  await page.keyboard.type('Keyboard Person')
  await page.keyboard.press('Tab')
  await page.keyboard.type('keys@example.com')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Booking Confirmed' })).toBeVisible()
  await expect(page.getByText(chosen!.split(',').slice(0, 3).join(','))).toBeVisible()
})

test('another zone and clock change the words, and are remembered by the page itself', async ({
  visitor,
  server,
}) => {
  const event = await makeEvent(server.origin, { timezone: 'UTC' })
  const page = await visitor.open({ timezoneId: 'UTC' })
  await page.goto(`/book/${event.bookingUrlId}`)
  const first = page.locator('.slot').first()
  await expect(first).toHaveText('9:00 AM')
  await page.getByRole('radio', { name: '24h' }).check()
  await expect(first).toHaveText('09:00')
  await page.getByLabel('Times are shown in your time zone').focus()
  await page.getByLabel('Times are shown in your time zone').selectOption({ label: 'Asia/Kathmandu' })
  await expect(first).toHaveText('14:45')
  await page.reload()
  await expect(first).toHaveText('14:45')
  const plain = await page.request.get(`/book/${event.bookingUrlId}`)
  expect(await plain.text()).toContain('>14:45<')
})

test('without script the times can be read', async ({ visitor, server }) => {
  const event = await makeEvent(server.origin)
  const page = await visitor.open({ javaScriptEnabled: false, timezoneId: 'Europe/Berlin' })
  await page.goto(`/book/${event.bookingUrlId}`)
  await expect(page.getByRole('heading', { name: 'Design review' })).toBeVisible()
  await expect(page.locator('.slot').first()).toHaveText('9:00 AM')
  await expect(page.getByText('America/New York (GMT-5)')).toBeAttached()
  await expect(page.locator('.month-list')).toContainText(
    'To book one of these times, please switch on JavaScript.',
  )
  // Every day that has times, not only the one that is open.
  const offered = await page.locator('.day[data-offered]').count()
  await expect(page.locator('.month-list h3')).toHaveCount(offered - 1)
  await expect(page.getByText('Your details')).toBeHidden()
  await expect(page.getByLabel('Next month')).toBeHidden()
})

test('who books is remembered on this device, if they want that and as long as they do', async ({
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
  // What is corrected afterwards is what counts.
  await fullName.fill('Bob Marsh')
  await page.getByRole('button', { name: 'Book Meeting' }).click()
  await expect(page.getByRole('heading', { name: 'Booking Confirmed' })).toBeVisible()
  const confirmation = page.url()

  await page.goto(`/book/${second.bookingUrlId}`)
  await expect(fullName).toHaveValue('Bob Marsh')
  await expect(page.getByLabel('Email Address')).toHaveValue('bob@example.com')
  await expect(remember).toBeChecked()
  await fullName.fill('')
  await page.reload()
  await expect(remember).toBeChecked()
  await expect(fullName).toHaveValue('')
  await fullName.fill('Somebody else')

  // A booking says itself who it is for.
  await page.goto(confirmation)
  await page.getByRole('link', { name: 'Edit Booking' }).click()
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

test('a browser that lets pages keep nothing: booking works, and remembering is not promised', async ({
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
  await page.getByLabel('Full Name').fill('Bob')
  await page.getByLabel('Email Address').fill('bob@example.com')
  const remember = page.getByRole('checkbox', { name: 'Remember my name' })
  await remember.click()
  await expect(remember).not.toBeChecked()
  await expect(remember).toHaveAccessibleDescription('Your browser does not let this page remember anything.')
  await page.getByRole('button', { name: 'Book Meeting' }).click()
  await expect(page.getByRole('heading', { name: 'Booking Confirmed' })).toBeVisible()
  await page.getByLabel('Email addresses to invite').fill('eve@example.com')
  await page.getByRole('button', { name: 'Send Invites' }).click()
  await expect(page.getByText('Invites Sent!')).toBeVisible()
})

test('what is typed and ticked before the page is alive counts', async ({ visitor, server }) => {
  const event = await makeEvent(server.origin, {}, [
    { type: 'multi-line', label: 'Topic', isRequired: true },
    { type: 'dropdown', label: 'Size', isRequired: true, options: ['Small', 'Large'] },
    { type: 'radio', label: 'Place', isRequired: true, options: ['Here', 'There'] },
    { type: 'checkboxes', label: 'Days', isRequired: true, options: ['Odd', 'Even'] },
  ])
  const page = await visitor.open()
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/public-assets/*.js', async (route) => {
    await held
    await route.continue()
  })
  await page.goto(`/book/${event.bookingUrlId}`, { waitUntil: 'commit' })
  await page.getByLabel('Full Name').fill('Early Bird')
  await page.getByLabel('Email Address').fill('early@example.com')
  await page.getByLabel('Topic').fill('Worms')
  await page.getByLabel('Size').selectOption('Large')
  await page.getByLabel('There').check()
  await page.getByLabel('Even').check()
  release()
  await expect(page.getByText('Please fill in the following: a date and time')).toBeVisible()
  await page.locator('.slot').first().click()
  await page.getByRole('button', { name: 'Book Meeting' }).click()
  await expect(page.getByRole('heading', { name: 'Booking Confirmed' })).toBeVisible()
  for (const answer of ['Early Bird', 'Worms', 'Large', 'There', 'Even']) {
    await expect(page.getByText(answer, { exact: true })).toBeVisible()
  }
})

test('the chosen time stays while other months are looked at, and after a reload', async ({
  visitor,
  server,
}) => {
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
  await page.getByLabel('Full Name').fill('Bob')
  await page.getByLabel('Email Address').fill('bob@example.com')
  await page.getByRole('button', { name: 'Book Meeting' }).click()
  await expect(page.getByRole('heading', { name: 'Booking Confirmed' })).toBeVisible()
  // Whoever goes back finds a form for another booking.
  await page.goBack()
  await expect(
    page.getByText('Please fill in the following: Full Name, Email Address, a date and time'),
  ).toBeVisible()
})

test('wrong input is told beside its field', async ({ visitor, server }) => {
  visitor.expected.push('400')
  const event = await makeEvent(server.origin)
  const page = await visitor.open()
  await page.goto(`/book/${event.bookingUrlId}`)
  await page.locator('.slot').first().click()
  await page.getByLabel('Full Name').fill('Bob')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toBeFocused()
  await expect(page.getByRole('alert')).toHaveText(
    'Missing Required InformationPlease fill in the following: Email Address',
  )
  await page.getByLabel('Email Address').fill('bob at example')
  await expect(page.getByRole('alert')).toHaveCount(0)
  await page.getByRole('button', { name: 'Book Meeting' }).click()
  await expect(page.getByLabel('Email Address')).toHaveAccessibleDescription(
    'Please enter a valid email address',
  )
  await expect(page.getByRole('alert')).toContainText('Please check your details')
  await expectAccessible(page)
})

test('an answer that is lost and asked for again books once', async ({ visitor, server }) => {
  visitor.expected.push('ERR_', 'Failed to load')
  const event = await makeEvent(server.origin)
  const page = await visitor.open()
  await page.goto(`/book/${event.bookingUrlId}`)
  await page.locator('.slot').first().click()
  await page.getByLabel('Full Name').fill('Bob')
  await page.getByLabel('Email Address').fill('bob@example.com')
  await page.route(
    '**/boomEventsBookings?*',
    async (route) => {
      await route.fetch()
      await route.abort('connectionreset')
    },
    { times: 1 },
  )
  await page.getByRole('button', { name: 'Book Meeting' }).click()
  await expect(page.getByRole('alert')).toContainText(
    'There was an error creating your booking. Please try again.',
  )
  await page.getByRole('button', { name: 'Book Meeting' }).click()
  await expect(page.getByRole('heading', { name: 'Booking Confirmed' })).toBeVisible()
})

test('long titles fit, and pages without a booking look right', async ({ visitor, server }) => {
  const event = await makeEvent(server.origin, {
    title: 'Quarterly'.repeat(10),
    description: 'x'.repeat(500),
  })
  const page = await visitor.open()
  await page.goto(`/book/${event.bookingUrlId}`)
  for (const width of [360, 768, 1440]) await expectFits(page, width)
  await expectAccessible(page)
  visitor.expected.push('404')
  await page.goto('/book/event_nothing')
  await expect(page.getByRole('heading', { name: 'Event Not Found' })).toBeVisible()
  await expectAccessible(page)
  await expectFits(page, 360)
  await page.goto('/booking-confirmation/nothing')
  await expect(page.getByRole('heading', { name: 'Booking Information Not Found' })).toBeVisible()
})

test('nothing jumps while the page becomes alive', async ({ visitor, server }) => {
  const event = await makeEvent(server.origin)
  const page = await visitor.open({ timezoneId: 'America/New_York', viewport: { width: 390, height: 844 } })
  await page.addInitScript(() => {
    const shifts: number[] = []
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        shifts.push((entry as PerformanceEntry & { value: number }).value)
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await page.goto(`/book/${event.bookingUrlId}`)
  await page.waitForLoadState('networkidle')
  const shifts = await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts)
  expect(shifts.reduce((sum, value) => sum + value, 0)).toBeLessThan(0.01)
})
