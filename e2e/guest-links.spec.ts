import { caughtMail, ok } from '../testing/server/api.ts'
import { quickAction } from './support/booked.ts'
import { book, card, opener } from './support/bookings.ts'
import { expectLocked, holdRequest } from './support/hold-request.ts'
import { expect, expectAccessible, expectFits, test } from './support/support.ts'

test('a guest moves a booking and leaves it, and invitee and host remove the others', async ({
  visitor,
  server,
}) => {
  visitor.expected.push('404 (Not Found)')
  const { origin } = server
  const { page: host, token } = await visitor.openAsHost({ viewport: { width: 1280, height: 800 } })
  const asked = await ok(origin, 'createCollection', {
    token,
    body: {
      name: 'About you',
      fields: [{ type: 'checkboxes', label: 'Drinks', options: ['Tea', 'Coffee'] }],
    },
  })
  const { bookings } = await book(
    origin,
    token,
    { title: 'Design review', customFieldsCollections: [{ id: asked.id }] },
    'Bob Marsh',
  )
  const id = bookings[0]!
  const [ann, cy, di] = ['ann', 'cy', 'di'].map((name) => `${name}.${Date.now()}@example.com`)
  await ok(origin, 'inviteUsers', { params: { id }, body: { emails: [ann, cy] } })
  await ok(origin, 'shareBooking', { params: { id }, body: { emails: [di], includeAnswers: true } })
  await expect.poll(async () => (await caughtMail(origin, ann)).length).toBe(1)
  const [mail] = await caughtMail(origin, ann)
  const address = /\/booking-confirmation\/[\w-]+/.exec(mail!.text)![0]

  const guest = await visitor.open()
  await guest.goto(address)
  const note = guest.getByRole('region', { name: 'You’re a guest' })
  await expect(note).toContainText('This link is for a…@example.com.')
  await expect(note).toContainText('Bob Marsh’s answers aren’t included.')
  const details = guest.getByRole('region', { name: 'Booking details' })
  await expect(details).toContainText('b…@example.com')
  await expect(details).not.toContainText('Drinks')
  await expect(guest.getByLabel('Include the answers')).toHaveCount(0)
  await expectAccessible(guest)
  await expectFits(guest, 360)

  await quickAction(guest, 'Change time').click()
  await expect(guest.getByRole('heading', { name: 'New time' })).toBeVisible()
  await expect(guest.getByText('You’re moving Bob Marsh’s booking on')).toBeVisible()
  for (const label of ['Full Name', 'Email Address', 'Drinks']) {
    await expect(guest.getByLabel(label)).toHaveCount(0)
  }
  // Its script has run by then.
  await guest.waitForLoadState()
  const later = guest.locator('.slot').last()
  await later.click()
  await expect(later).toHaveAttribute('aria-pressed', 'true')
  await guest.getByRole('button', { name: 'Update booking' }).click()
  await expect(guest).toHaveURL(origin + address)
  await expect(guest.getByText('Your changes have been saved.')).toBeVisible()

  const leave = guest.getByRole('dialog', { name: 'Remove yourself from this booking?' })
  await note.getByRole('button', { name: 'Remove me' }).click()
  await expectAccessible(guest)
  await leave.press('Escape')
  await expect(leave).toHaveCount(0)
  await note.getByRole('button', { name: 'Remove me' }).click()
  const answer = await holdRequest(guest, '**/guests/*', 'DELETE')
  await leave.getByRole('button', { name: 'Remove me' }).click()
  await expectLocked(leave.getByRole('button', { name: 'Keep' }))
  answer()
  await expect(guest.getByRole('heading', { name: 'You’ve been removed' })).toBeVisible()
  await guest.reload()
  await expect(guest.getByRole('heading', { name: 'Booking Information Not Found' })).toBeVisible()

  const invitee = await visitor.open()
  await invitee.goto(`/booking-confirmation/${id}`)
  const people = invitee.getByRole('region', { name: 'People with a link' })
  await expect(people.getByRole('listitem')).toHaveText([
    /^c…@example.com\s*GuestRemove$/,
    /^d…@example.com\s*Shared with, sees the answersRemove$/,
  ])
  await expectFits(invitee, 360)
  await people.getByRole('button', { name: 'Remove c…@example.com' }).click()
  const asking = invitee.getByRole('dialog', { name: 'Remove c…@example.com?' })
  await asking.getByRole('button', { name: 'Remove' }).click()
  await expect(people.getByRole('listitem')).toHaveCount(1)
  await expect(asking).toHaveCount(0)
  await expect(people.getByText('Removed c…@example.com.')).toBeFocused()

  await expect.poll(async () => (await caughtMail(origin, di)).length).toBe(1)
  const [shared] = await caughtMail(origin, di)
  const recipient = await visitor.open()
  await recipient.goto(/\/booking-confirmation\/[\w-]+/.exec(shared!.text)![0])
  const shown = recipient.getByRole('region', { name: 'This page was shared with you' })
  await expect(shown).toContainText('This link is for d…@example.com.')
  await expect(recipient.getByRole('region', { name: 'Booking details' })).toContainText('Tea, Coffee')
  await expect(recipient.getByLabel('Include the answers')).toHaveCount(2)
  await quickAction(recipient, 'Cancel Booking').click()
  const cancel = recipient.getByRole('dialog', { name: 'Cancel Booking' })
  await cancel.getByLabel('Reason for canceling').fill('Ill')
  await cancel.getByRole('button', { name: 'Cancel Booking' }).click()
  await expect(recipient.locator('.cancellation')).toContainText('Canceled byA guest')
  await expect(shown.getByRole('button', { name: 'Remove me' })).toBeEnabled()

  await host.goto('/bookings?booking_status=canceled')
  await opener(card(host, 'Bob Marsh')).click()
  const panel = host.getByRole('region', { name: 'Booking details' })
  const history = panel.getByRole('region', { name: 'History' })
  await expect(panel).toContainText('Canceled by a guest')
  await expect(history.getByRole('listitem')).toHaveText([
    new RegExp(`^Canceled by guest ${di},`),
    new RegExp(`^Removed ${cy} by the invitee, `),
    new RegExp(`^Guest ${ann} left, `),
    new RegExp(`^Moved by guest ${ann},`),
    new RegExp(`^Shared with ${di} by the invitee, `),
    new RegExp(`^Invited ${ann}, ${cy} by the invitee, `),
    /^Booked by the invitee, /,
  ])
  await expectAccessible(host)
  await panel.getByRole('button', { name: `Remove ${di}` }).click()
  await host.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await expect(panel.getByRole('region', { name: 'Guests' })).toHaveText(`GuestsRemoved ${di}.`)
  await expect(panel.getByText(`Removed ${di}.`)).toBeFocused()
  await expect(history).toContainText(`Removed ${di} by you`)
})
