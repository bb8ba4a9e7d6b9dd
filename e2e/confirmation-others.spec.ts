import type { Page } from '@playwright/test'
import { caughtMail, ok } from '../testing/server/api.ts'
import { card, makeBooking, withoutVideo } from './support/booked.ts'
import { expect, expectAccessible, expectFits, tabTo, test } from './support/support.ts'

const inviteBox = (page: Page) => page.getByLabel('Email addresses to invite')
const invite = (page: Page) => card(page, 'Invite People').getByRole('button', { name: /^Send/ })
const shareBox = (page: Page) => page.getByLabel('Email addresses to share with')
const share = (page: Page) => page.getByRole('button', { name: 'Send emails', exact: true })
const trust = (page: Page) => page.getByRole('dialog', { name: 'Do you trust these people?' })
const yes = (page: Page) => trust(page).getByRole('button', { name: 'Yes, send emails' })

const callsTo = (page: Page, path: string) => {
  const calls: unknown[] = []
  page.on('request', (request) => {
    if (request.url().endsWith(path)) calls.push(request.postDataJSON())
  })
  return calls
}
let people = 0
const somebody = () => `friend${++people}.${Date.now()}@example.com`

test('people are invited once, by mouse or keyboard, and failures keep the input', async ({
  visitor,
  server,
}) => {
  visitor.expected.push('400', '409', '429', 'ERR_FAILED')
  const { id, address, token } = await makeBooking(server.origin, withoutVideo)
  const page = await visitor.open()
  const calls = callsTo(page, '/inviteUsers')
  await page.goto(address)
  const region = card(page, 'Invite People')
  const alert = region.getByRole('alert')
  await expect(region).toContainText('Recipients receive a link')
  // There are none.
  await expect(page.getByLabel('Include the answers')).toHaveCount(0)
  await inviteBox(page).fill(' , ,')
  await invite(page).click()
  await expect(alert).toHaveText('No Email AddressesPlease enter at least one email address to invite.')
  await expect(inviteBox(page)).toBeFocused()
  expect(calls).toEqual([])

  const [ann, cy] = [somebody(), somebody()]
  await inviteBox(page).fill(` ${ann} ,, ${cy}, `)
  await invite(page).dblclick()
  await expect(region.getByRole('status')).toHaveText(
    'Invites Sent!2 people will get an invitation by email, unless they’re already part of this meeting.',
  )
  expect(calls).toEqual([{ emails: [ann, cy], includeAnswers: false }])
  await expect(inviteBox(page)).toHaveValue('')
  const details = page.getByRole('region', { name: 'Booking details' })
  await expect(details).toContainText(`Guests${ann[0]}…@example.com`)
  const di = somebody()
  await inviteBox(page).fill(`${ann.toUpperCase()}, ${di}`)
  await invite(page).click()
  await expect(region.getByRole('status')).toContainText('2 people will get an invitation')
  await tabTo(page, inviteBox(page), 'Shift+Tab')
  await page.keyboard.type(di)
  await tabTo(page, invite(page))
  await page.keyboard.press('Enter')
  await expect(region.getByRole('status')).toContainText('1 person will get an invitation')
  await expect(invite(page)).toBeFocused()
  for (const guest of [ann, cy, di]) {
    await expect.poll(async () => (await caughtMail(server.origin, guest)).length).toBe(1)
  }

  const typed = 'ann@example.com, nonsense, more nonsense'
  await inviteBox(page).fill(typed)
  await invite(page).click()
  await expect(alert).toHaveText('Invite FailedThese aren’t valid email addresses: nonsense, more nonsense')
  await expect(inviteBox(page)).toHaveValue(typed)
  await expect(inviteBox(page)).toHaveAttribute('aria-invalid', 'true')
  await expectAccessible(page)
  await inviteBox(page).fill('ann@example.com, nonsense')
  await expect(inviteBox(page)).not.toHaveAttribute('aria-invalid')
  await invite(page).click()
  await expect(alert).toHaveText('Invite FailedThis isn’t a valid email address: nonsense')
  const many = Array.from({ length: 21 }, (_, index) => `a${index}@example.com`).join(', ')
  await inviteBox(page).fill(many)
  await invite(page).click()
  await expect(alert).toContainText('Please enter at most 20 email addresses at a time.')

  await inviteBox(page).fill('ann@example.com')
  await page.route('**/inviteUsers', (route) => route.abort())
  await invite(page).click()
  await expect(alert).toContainText('Check your connection')
  await page.unroute('**/inviteUsers')
  // With the three from before.
  await ok(server.origin, 'shareBooking', {
    params: { id },
    body: { emails: Array.from({ length: 17 }, somebody) },
  })
  await invite(page).click()
  await expect(alert).toContainText('up to 20 new addresses a day')
  await page.reload()
  await expect(inviteBox(page)).toHaveValue('ann@example.com')

  await ok(server.origin, 'cancelBooking', { token, params: { id }, body: { cancellationReason: 'Ill' } })
  await invite(page).click()
  await expect(page.getByRole('alert')).toHaveText('Invite FailedThis booking has already been canceled.')
  await expect(page.getByRole('heading', { name: 'Booking Canceled' })).toBeVisible()
  await expect(region).toHaveCount(0)
})

test('the page is shared with a message only after a warning, failures keep the input, and a retry works by keyboard', async ({
  visitor,
  server,
}) => {
  visitor.expected.push('400', '429')
  const { address } = await makeBooking(
    server.origin,
    {
      customFieldsCollections: [
        { type: 'boomEvent', name: 'About you', fields: [{ type: 'single-line', label: 'Topic' }] },
      ],
    },
    (event) => ({
      customFieldsCollections: event.customFieldsCollections.map(({ id, fields }) => ({
        id,
        fields: fields.map((field) => ({ id: field.id, value: 'Logo' })),
      })),
    }),
  )
  const page = await visitor.open()
  const calls = callsTo(page, '/sendBookingConfirmationPageEmail')
  await page.goto(address)
  const region = card(page, 'Share This Confirmation Page')
  await share(page).click()
  await expect(region.getByRole('alert')).toHaveText(
    'No Email AddressesPlease enter at least one email address.',
  )
  await expect(trust(page)).toHaveCount(0)

  const [ann, cy] = [somebody(), somebody()]
  await shareBox(page).fill(`${ann}, ${cy}`)
  await page.getByLabel('Message (optional)').fill('Have a look')
  await region.getByLabel('Include the answers').check()
  await share(page).click()
  await expect(trust(page)).toContainText('Share it only with people you trust.')
  await expect(trust(page)).toContainText(ann)
  await expectAccessible(page)
  await expectFits(page, 360)
  await page.keyboard.press('Escape')
  await expect(trust(page)).toHaveCount(0)
  await expect(share(page)).toBeFocused()
  await share(page).click()
  await trust(page).getByRole('button', { name: 'Go back' }).click()
  expect(calls).toEqual([])
  await expect(shareBox(page)).toHaveValue(`${ann}, ${cy}`)

  await share(page).click()
  await yes(page).dblclick()
  await expect(region.getByRole('status')).toHaveText(
    'Emails Sent!2 people will get the link to this page by email.',
  )
  expect(calls).toEqual([{ emails: [ann, cy], additionalMessage: 'Have a look', includeAnswers: true }])
  await expect(shareBox(page)).toHaveValue('')
  const shown = page.getByRole('region', { name: 'People with a link' })
  await expect(shown.getByRole('listitem')).toHaveCount(2)
  await expect(page.getByLabel('Message (optional)')).toHaveValue('')
  for (const reader of [ann, cy]) {
    await expect.poll(async () => (await caughtMail(server.origin, reader)).length).toBe(1)
    const [mail] = await caughtMail(server.origin, reader)
    expect(mail!.text).toContain('Have a look')
    // Each has a link of their own.
    expect(mail!.text).toContain('/booking-confirmation/')
    expect(mail!.text).not.toContain(address)
  }
  await shown
    .getByRole('button', { name: /^Remove / })
    .first()
    .click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(shown.getByRole('listitem')).toHaveCount(1)

  await shareBox(page).fill('nonsense')
  await page.getByLabel('Message (optional)').fill('Have a look')
  await share(page).click()
  await yes(page).click()
  await expect(region.getByRole('alert')).toHaveText(
    'Email Send FailedThis isn’t a valid email address: nonsense',
  )
  await expect(page.getByLabel('Message (optional)')).toHaveValue('Have a look')
  await page.route('**/sendBookingConfirmationPageEmail', (route) =>
    route.fulfill({
      status: 429,
      json: { success: false, error: 'Please try again after 5 minutes.', code: 'too_many_requests' },
    }),
  )
  const di = somebody()
  await shareBox(page).fill(di)
  await share(page).click()
  await yes(page).click()
  await expect(region.getByRole('alert')).toHaveText('Email Send FailedPlease try again after 5 minutes.')
  await expect(shareBox(page)).toHaveValue(di)
  await page.unroute('**/sendBookingConfirmationPageEmail')
  // Only the latest action has a notice.
  await inviteBox(page).fill('nonsense')
  await invite(page).click()
  await expect(page.getByRole('alert')).toHaveText('Invite FailedThis isn’t a valid email address: nonsense')
  await tabTo(page, shareBox(page))
  await tabTo(page, share(page))
  await page.keyboard.press('Space')
  await expect(trust(page)).toBeVisible()
  await tabTo(page, yes(page))
  await page.keyboard.press('Enter')
  await expect(region.getByRole('status')).toContainText('1 person will get the link')
  await expect(share(page)).toBeFocused()
  await expect(page.getByRole('alert')).toHaveCount(0)
})
