import type { Locator, Page } from '@playwright/test'
import { fieldTypes } from '../contract/custom-fields/field-types.ts'
import { ok, signIn } from '../testing/server/api.ts'
import { enterPerson } from './support/booking-form.ts'
import { dayAhead } from './support/events.ts'
import { expect, expectAccessible, expectFits, test } from './support/support.ts'

const book = (page: Page) => page.getByRole('button', { name: 'Book Meeting' })
const options = ['Red', 'Green', 'Blue']

const everyType = fieldTypes.map((type) => ({
  type,
  label: `A ${type}`,
  description: `About the ${type}`,
  options,
  isRequired: type === 'single-line' || type === 'checkboxes',
}))

let hosts = 0
async function withFields({ origin }: { origin: string }, fields: object[]) {
  const { sessionToken: token } = await signIn(origin, `asking${++hosts}.${Date.now()}@example.com`)
  const asked = await ok(origin, 'createCollection', {
    token,
    body: { name: 'About you', description: 'So that we can prepare.', fields },
  })
  const secret = await ok(origin, 'createCollection', {
    token,
    body: { name: 'Secret notes', fields: [{ type: 'multi-line', label: 'Verdict' }] },
  })
  const event = await ok(origin, 'createEvent', {
    token,
    body: {
      title: 'Tea',
      meetVia: 'phone',
      // No time passes while a test goes on.
      eventStartUtc: `${dayAhead(2)}T00:00:00.000Z`,
      customFieldsCollections: [{ id: asked.id }, { id: secret.id, collectionStage: 'postBooking' }],
    },
  })
  return { token, address: `/book/${event.bookingUrlId}`, asked }
}

async function fillIn(page: Page) {
  await page.locator('.slot').first().click()
  await enterPerson(page, 'Yuki Tanaka', 'yuki@example.com')
}

test('every field type has its own control, and the booking is announced with all details in the viewer’s zone', async ({
  visitor,
  server,
}) => {
  const { token, address, asked } = await withFields(server, [
    ...everyType,
    { type: 'signature', label: 'An unknown type' },
  ])
  await ok(server.origin, 'shareCollection', {
    token,
    params: { id: asked.id },
    body: { email: 'nobody@example.com' },
  })
  const page = await visitor.open({
    timezoneId: 'Asia/Tokyo',
    locale: 'de-DE',
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  await page.goto(address)
  await fillIn(page)
  await expect(page.getByRole('group', { name: 'About you' })).toContainText('So that we can prepare.')
  await expect(page.getByText('Secret notes')).toHaveCount(0)
  await expect(book(page)).toBeDisabled()
  await expect(page.getByText('Please fill in the following: A single-line, A checkboxes')).toBeVisible()

  await page.getByLabel('A single-line').fill('Somewhere')
  await page.getByLabel('A multi-line').fill('One\nTwo')
  const inputs: Record<string, [type: string, value: string]> = {
    email: ['email', 'pa@example.com'],
    phone: ['tel', '+81 3 1234 5678'],
    number: ['text', '1.012,5'],
    datetime: ['date', '2027-03-14'],
    'datetime, time': ['text', '9.30'],
    date: ['date', '2027-03-14'],
    time: ['text', '6.45 pm'],
  }
  for (const [type, [control, value]] of Object.entries(inputs)) {
    const input = page.getByLabel(`A ${type}`, { exact: true })
    await expect(input).toHaveAttribute('type', control)
    await input.fill(value)
  }
  await expect(page.getByLabel('A number')).toHaveAttribute('inputmode', 'decimal')
  await expect(page.getByLabel('A phone')).toHaveAttribute('autocomplete', 'tel')
  await expect(page.getByLabel('An unknown type')).toHaveAttribute('type', 'text')
  await page.getByLabel('A dropdown').selectOption('Green')
  const radio = page.getByRole('radiogroup', { name: 'A radio' })
  await radio.getByLabel('Blue').check()
  await page.getByRole('button', { name: 'Clear choice' }).click()
  await expect(radio.getByLabel('Blue')).not.toBeChecked()
  await expect(radio.getByRole('radio').first()).toBeFocused()
  await radio.getByLabel('Red').check()
  const boxes = page.getByRole('group', { name: 'A checkboxes' })
  await boxes.getByLabel('Blue').check()
  await boxes.getByLabel('Red').check()
  await expect(page.getByRole('heading', { name: 'A header' })).toBeVisible()
  await expect(page.getByText('A separator')).toHaveCount(0)
  await expect(page.getByRole('separator')).toHaveCount(1)
  await expectAccessible(page)
  await expectFits(page, 360)

  // A reload keeps everything except the slot.
  await page.reload()
  await expect(page.getByLabel('A multi-line')).toHaveValue('One\nTwo')
  await expect(boxes.getByLabel('Blue')).toBeChecked()
  await fillIn(page)
  const startUtc = (await page.locator('.slot[aria-pressed="true"] time').getAttribute('datetime'))!
  await book(page).click()
  await expect(page).toHaveURL(/\?bookingJustCreated=true$/)
  await expect(page.getByRole('heading', { name: 'Booking Confirmed' })).toBeVisible()
  await expect(page.getByText('You’re all set. A confirmation email is on its way')).toBeVisible()
  const details = page.getByRole('region', { name: 'Booking details' })
  const date = new Intl.DateTimeFormat('de-DE', { dateStyle: 'long', timeZone: 'Asia/Tokyo' })
  for (const text of [
    date.format(Date.parse(startUtc)),
    'Asia/Tokyo (GMT+9)',
    '30 minutes',
    'Phone call',
    'Yuki Tanaka',
    'yuki@example.com',
    'Sonntag, 14. März 2027',
    'Red, Blue',
  ])
    await expect(details).toContainText(text)
  // Empty answers and private fields are left out.
  await expect(page.getByText(/An unknown type|Verdict|Creating your Google Meet link/)).toHaveCount(0)
  await expect(page.getByText('You can erase your data from this page once')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Erase my data' })).toHaveCount(0)
  const id = new URL(page.url()).pathname.split('/').at(-1)!

  await page.getByRole('button', { name: 'Copy Details' }).click()
  await expect(page.getByText('Copied!')).toBeVisible()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied).toContain('Time zone: Asia/Tokyo (GMT+9)')
  expect(copied).toContain('A single-line: Somewhere')
  expect(copied).not.toContain(id)
  const links = page.getByRole('region', { name: 'Add to calendar' })
  for (const name of ['Google Calendar', 'Outlook.com', 'Microsoft 365']) {
    const link = links.getByRole('link', { name })
    expect(await link.getAttribute('href')).not.toContain(id)
    await expect(link).toHaveAttribute('rel', /noopener/)
    await expect(link).toHaveAttribute('referrerpolicy', 'no-referrer')
  }

  // Without the query parameter, the page doesn't announce a new booking.
  const referrers: (string | undefined)[] = []
  page.on('request', (request) => referrers.push(request.headers()['referer']))
  for (const visited of [`${address}/update/${id}`, `/booking-confirmation/${id}`]) {
    await page.goto(visited)
    await page.evaluate(() => document.fonts.ready.then(() => null))
  }
  await expect(page.getByRole('heading', { name: 'Booking Confirmed' })).toBeVisible()
  await expect(page.getByText('You’re all set')).toHaveCount(0)
  expect(referrers.length).toBeGreaterThan(4)
  expect(referrers.filter((referrer) => referrer?.includes(id))).toEqual([])

  const { bookingData } = await ok(server.origin, 'getBooking', { token, params: { id } })
  const values = bookingData.customFieldsCollections[0]!.fields.map(({ type, value }) => [type, value])
  expect(Object.fromEntries(values)).toEqual({
    'single-line': 'Somewhere',
    'multi-line': 'One\nTwo',
    email: 'pa@example.com',
    phone: '+81 3 1234 5678',
    number: '1012.5',
    radio: 'Red',
    checkboxes: ['Red', 'Blue'],
    dropdown: 'Green',
    date: '2027-03-14',
    datetime: '2027-03-14T09:30',
    time: '18:45',
    header: null,
    separator: null,
    signature: null,
  })
})

test('shows invalid input next to its field, without moving the layout, including what only the server rejects', async ({
  visitor,
  server,
}) => {
  visitor.expected.push('400')
  const { token, address, asked } = await withFields(server, [
    { type: 'email', label: 'Assistant' },
    { type: 'dropdown', label: 'Color', options },
  ])
  const page = await visitor.open({ viewport: { width: 1280, height: 900 } })
  await page.goto(address)
  await page.locator('.slot').first().click()
  const [name, email] = [page.getByLabel('Full Name'), page.getByLabel('Email Address')]
  const assistant = page.getByLabel('Assistant', { exact: true })
  const alert = page.getByRole('alert')
  await name.fill('Yuki Tanaka')
  await page.keyboard.press('Enter')
  await expect(alert).toBeFocused()
  await expect(alert).toHaveText('Missing Required InformationPlease fill in the following: Email Address')
  await email.fill('yuki at example')
  await expect(alert).toHaveCount(0)
  await assistant.fill('not an address')
  await book(page).click()
  const problem = 'Please enter a valid email address'
  await expect(alert).toBeFocused()
  await expect(alert).toContainText(`Please check your detailsEmail Address: ${problem}`)
  await expect(alert).toContainText(`Assistant: ${problem}`)
  for (const input of [email, assistant]) await expect(input).toHaveAccessibleDescription(problem)
  const topOf = async (part: Locator) => (await part.boundingBox())!.y
  expect(await topOf(name)).toBe(await topOf(email))
  for (const input of [name, email]) {
    const label = (await input.locator('..').locator('.label').boundingBox())!
    expect((await topOf(input)) - label.y - label.height).toBeLessThan(8)
  }
  await expectAccessible(page)
  await assistant.fill('pa@example.com')
  await expect(assistant).not.toHaveAttribute('aria-invalid')
  await alert.getByRole('link', { name: 'Email Address' }).click()
  await expect(email).toBeFocused()
  await page.keyboard.type('.com')
  await expect(alert).toHaveCount(0)
  await expect(email).not.toHaveAttribute('aria-invalid')
  await email.fill('yuki@example.com')

  // Options that change after the page was opened.
  const [first, second] = asked.fields
  const replace = (fields: object[]) =>
    ok(server.origin, 'updateCollection', { token, params: { id: asked.id }, body: { fields } })
  const color = page.getByLabel('Color')
  await color.selectOption('Green')
  const otherColor = { ...second, options: ['Red', 'Yellow'] }
  await replace([first!, otherColor])
  await book(page).click()
  await expect(alert).toContainText('Color: Please choose one of the options')
  await expect(color.getByRole('option')).toHaveText(['Choose…', 'Red', 'Yellow'])
  for (const [input, value] of [
    [assistant, 'pa@example.com'],
    [color, ''],
  ] as const)
    await expect(input).toHaveValue(value)
  await color.selectOption('Yellow')
  await expect(alert).toHaveCount(0)

  // A field added after the page was opened.
  await replace([first!, otherColor, { type: 'single-line', label: 'Company', isRequired: true }])
  await book(page).click()
  await expect(alert).toContainText('Please fill in the following: Company')
  await expect(assistant).toHaveValue('pa@example.com')
  // A reload shows the current fields and keeps the answers.
  await page.reload()
  await expect(assistant).toHaveValue('pa@example.com')
  await fillIn(page)
  await page.getByLabel('Company').fill('Sencha Ltd')
  await book(page).click()
  await expect(page.getByText('Sencha Ltd')).toBeVisible()
  await expect(page.getByText('Yellow')).toBeVisible()
})

test('a date that is incomplete or doesn’t exist isn’t left out', async ({ visitor, server }) => {
  const fields = [
    { type: 'date', label: 'Passport expiry', isRequired: true },
    { type: 'datetime', label: 'Arrival' },
  ]
  const { address } = await withFields(server, fields)
  const page = await visitor.open()
  await page.goto(address)
  await fillIn(page)
  const [expiry, arrival] = [page.getByLabel(/Passport expiry/), page.getByLabel('Arrival', { exact: true })]
  await expiry.press('0')
  await page.keyboard.type('2312027')
  await arrival.press('0')
  await expect(expiry).toHaveAccessibleDescription('Please enter a valid date')
  await page.keyboard.type('615')
  await expiry.fill('2027-02-28')
  await expect(expiry).not.toHaveAttribute('aria-invalid')
  await book(page).click()
  const alert = page.getByRole('alert')
  await expect(alert).toHaveText('Please check your detailsArrival: Please enter a valid date and time')
  // What was typed of it is deleted.
  await arrival.focus()
  for (const key of ['Backspace', 'ArrowRight', 'Backspace']) await arrival.press(key)
  await arrival.blur()
  await expect(alert).toHaveCount(0)
  await book(page).click()
  await expect(page.getByText('February 28, 2027')).toBeVisible()
})
