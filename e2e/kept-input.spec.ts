import { ok } from '../testing/server/test-app.ts'
import { holdRequest } from './support/hold-request.ts'
import { expect, expectAccessible, test } from './support/support.ts'

test('what is entered for dates, hours that can’t be read, or to paste, isn’t discarded unasked', async ({
  visitor,
  server,
}) => {
  const { page, token } = await visitor.openAsHost({ viewport: { width: 1440, height: 1200 } })
  const closed = (date: string) => ({ from: date, to: date, slots: [], name: '' })
  const { id } = await ok(server.origin, 'createSchedule', {
    token,
    body: { name: 'Office', overrides: [closed('2090-01-04'), closed('2090-01-05')] },
  })
  await page.goto(`/availability/${id}`)
  const form = page.getByRole('group', { name: 'Edit the date override' })
  const edit = (date: string) => page.getByRole('button', { name: `Edit Wed, Jan ${date}, 2090` })
  const editThursday = page.getByRole('button', { name: 'Edit Thu, Jan 5, 2090' })
  const question = page.getByRole('alertdialog', { name: 'Discard your changes?' })
  const leave = page.getByRole('alertdialog', { name: 'Leave without saving?' })
  await edit('4').click()
  // Nothing was entered yet, so another date replaces it, but leaving asks first.
  await page.getByRole('link', { name: 'Bookings' }).click()
  await leave.getByRole('button', { name: 'Keep editing' }).click()
  await editThursday.click()
  await expect(form.getByLabel('First date', { exact: true })).toHaveValue('2090-01-05')
  await form.getByLabel('Name').fill('Dentist')
  await edit('4').click()
  await expect(question).toContainText('What you entered for Thu, Jan 5, 2090 will be lost.')
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await expect(form.getByLabel('Name')).toHaveValue('Dentist')
  await page.getByRole('link', { name: 'Bookings' }).click()
  await leave.getByRole('button', { name: 'Keep editing' }).click()
  // So does choosing a date, or removing another entry.
  await page.getByRole('button', { name: 'Next month' }).click()
  await page.getByRole('button', { name: 'Previous month' }).press('Enter')
  await expect(page.getByRole('button', { name: 'Previous month' })).toBeFocused()
  await expect(page.getByRole('button', { name: 'Previous month' })).toBeDisabled()
  await page.getByRole('button', { name: 'Next month' }).click()
  await page.getByRole('gridcell').getByRole('button').nth(9).click()
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await page.getByRole('button', { name: 'Remove Wed, Jan 4, 2090' }).click()
  await question.getByRole('button', { name: 'Discard' }).click()
  await expect(form).toHaveCount(0)
  await expect(page.getByRole('list', { name: 'Date overrides' }).getByRole('listitem')).toHaveCount(1)
  // Changed dates count too.
  await editThursday.click()
  await form.getByLabel('Last date', { exact: true }).fill('2090-01-06')
  await page.getByRole('gridcell').getByRole('button').nth(9).click()
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await expect(form.getByLabel('Last date', { exact: true })).toHaveValue('2090-01-06')
  // The first digits of a year that is typed are no date yet.
  const [first, last] = [
    form.getByLabel('First date', { exact: true }),
    form.getByLabel('Last date', { exact: true }),
  ]
  await first.focus()
  await page.keyboard.type('01032091')
  await expect(first).toHaveValue('2091-01-03')
  await expect(last).toHaveValue('2091-01-03')
  await form.getByRole('button', { name: 'Clear Last date' }).click()
  await expect(form.getByText('Choose a date')).toBeVisible()
  await expect(form.getByRole('button', { name: 'Done' })).toBeDisabled()
  await page.keyboard.type('01')
  await expect(form.getByText('Choose a date')).toHaveCount(0)
  await page.keyboard.type('0426')
  await expect(last).toHaveValue('0026-01-04')
  await expect(last).not.toHaveAttribute('aria-invalid')
  await last.press('Enter')
  await expect(last).toHaveAccessibleDescription('Enter a date between 2000 and 2099')
  await expect(form.getByRole('button', { name: 'Done' })).toBeDisabled()
  await form.getByRole('button', { name: 'Clear Last date' }).click()
  await page.keyboard.type('01042091')
  await expect(last).toHaveValue('2091-01-04')
  await form.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('button', { name: /^Edit .*Jan 4, 2091$/ }).click()
  await form.getByRole('button', { name: 'Cancel' }).click()
  // Selecting a date again fills what was cleared.
  const day = page.getByRole('gridcell').getByRole('button').nth(9)
  await day.click()
  const added = page.getByRole('group', { name: 'Add a date override' })
  const selected = await added.getByLabel('Last date', { exact: true }).inputValue()
  await added.getByRole('button', { name: 'Clear Last date' }).click()
  await expect(added.getByText('Choose a date')).toBeVisible()
  await day.click()
  await expect(added.getByLabel('Last date', { exact: true })).toHaveValue(selected)
  await added.getByRole('button', { name: 'Cancel' }).click()

  await page.getByRole('button', { name: 'Paste dates' }).click()
  const paste = page.getByRole('dialog', { name: 'Paste dates' })
  await paste.getByLabel('Dates', { exact: true }).fill('Dec 24')
  await page.keyboard.press('Escape')
  await expect(paste.getByRole('alert')).toHaveText('Discard your changes?')
  await paste.getByRole('button', { name: 'Keep editing' }).click()
  await expect(paste.getByLabel('Dates', { exact: true })).toHaveValue('Dec 24')
  await paste.getByRole('button', { name: 'Cancel' }).click()
  await paste.getByRole('button', { name: 'Discard' }).click()
  await expect(paste).toHaveCount(0)
  await page.getByRole('button', { name: 'Paste dates' }).click()
  await page.keyboard.press('Escape')
  await expect(paste).toHaveCount(0)

  await page.getByRole('textbox', { name: 'Thursday', exact: true }).fill('sometimes')
  await page.getByRole('link', { name: 'Bookings' }).click()
  await leave.getByRole('button', { name: 'Leave' }).click()
  await expect(page).toHaveURL(/bookings$/)
})

test('what isn’t a number in an empty field isn’t discarded unasked', async ({ visitor, server }) => {
  const { page, token } = await visitor.openAsHost()
  const { id } = await ok(server.origin, 'createEvent', { token, body: { title: 'Tea' } })
  await page.goto(`/events/edit/${id}`)
  await page.getByRole('group', { name: 'More rules' }).locator('summary').click()
  const field = page.getByLabel('Upcoming bookings per person')
  await field.pressSequentially('-')
  await expect(field).toHaveAttribute('aria-invalid', 'true')
  await page.getByRole('link', { name: 'Bookings' }).click()
  const leave = page.getByRole('alertdialog', { name: 'Leave without saving?' })
  await leave.getByRole('button', { name: 'Leave', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Bookings', level: 1 })).toBeVisible()
})

test('a typed duration is saved without adding it first, or explained', async ({ visitor, server }) => {
  const { page, token } = await visitor.openAsHost()
  const { id } = await ok(server.origin, 'createEvent', { token, body: { title: 'Intro call' } })
  await page.goto(`/events/edit/${id}`)
  const rules = page.getByRole('group', { name: 'More rules' })
  const update = page.getByRole('button', { name: 'Update Event' })
  await rules.locator('summary').click()
  await rules.getByLabel('Another duration').fill('2')
  // Closing the section keeps it.
  await rules.locator('summary').click()
  await update.click()
  const problem = 'Duration must be a whole number of minutes from 5 to 1440'
  await expect(page.getByRole('alert').first()).toContainText(problem)
  await expect(rules.getByText(problem)).toHaveCount(1)
  await rules.getByLabel('Another duration').fill('30')
  await update.click()
  await expect(rules.getByText('This is the event’s own duration')).toBeVisible()
  await rules.getByLabel('Another duration').fill('25')
  await update.click()
  await expect(page.getByText('Event Updated!')).toBeVisible()
  const { rules: saved } = await ok(server.origin, 'getEvent', { token, params: { id } })
  expect(saved.durations).toEqual([25])
})

test('dates that are being edited don’t replace others when restored changes are discarded', async ({
  visitor,
  server,
}) => {
  const { page, token } = await visitor.openAsHost()
  const closed = (date: string) => ({ from: date, to: date, slots: [], name: '' })
  const body = { name: 'Office', overrides: [closed('2090-01-04'), closed('2090-01-05')] }
  const { id } = await ok(server.origin, 'createSchedule', { token, body })
  await page.goto(`/availability/${id}`)
  await page.getByRole('button', { name: 'Remove Wed, Jan 4, 2090' }).click()
  const dates = page.getByRole('list', { name: 'Date overrides' }).getByRole('listitem')
  await expect(dates).toHaveCount(1)
  await page.reload()
  await page.getByRole('button', { name: 'Edit Thu, Jan 5, 2090' }).click()
  const form = page.getByRole('group', { name: 'Edit the date override' })
  await form.getByLabel('Name').fill('Dentist')
  await page.getByRole('button', { name: 'Discard', exact: true }).click()
  await expect(dates).toHaveCount(2)
  await form.getByRole('button', { name: 'Done' }).click()
  await expect(dates).toHaveText([/^Wed, Jan 4, 2090/, /^Thu, Jan 5, 2090.*Dentist/])
})

test('names that are typed for a link stay when reloading it fails', async ({ visitor, server }) => {
  visitor.expected.push('ERR_FAILED')
  const { page, token } = await visitor.openAsHost()
  await page.clock.install()
  await ok(server.origin, 'createEvent', { token, body: { title: 'Intro call' } })
  await page.goto('/events')
  await page.getByRole('button', { name: 'More for Intro call' }).click()
  await page.getByRole('menuitem', { name: 'Link and QR Code' }).click()
  await page.getByRole('button', { name: 'Make it readable' }).click()
  const name = page.getByRole('dialog').getByLabel('Event', { exact: true })
  await name.fill('my-talk')
  await page.clock.fastForward(60_000)
  let failures = 0
  await page.route('**/handle', (route) => {
    failures += 1
    return route.abort()
  })
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
  await expect.poll(() => failures).toBeGreaterThan(0)
  // It is tried again before it has failed.
  await page.clock.fastForward(60_000)
  await expect.poll(() => failures).toBeGreaterThan(1)
  await page.clock.fastForward(60_000)
  await expect(name).toHaveValue('my-talk')
})

test('a link’s rule that is corrected stays in view, and nothing can be typed while the link is created', async ({
  visitor,
  server,
}) => {
  const { page, token } = await visitor.openAsHost()
  const { id } = await ok(server.origin, 'createEvent', { token, body: { title: 'Intro call' } })
  await page.goto('/events')
  await page.getByRole('button', { name: 'More for Intro call' }).click()
  await page.getByRole('menuitem', { name: 'One-off Links' }).click()
  const box = page.getByRole('dialog', { name: 'One-off links' })
  await box.getByRole('button', { name: 'Options' }).click()
  await box.getByText('More rules').click()
  const perPerson = box.getByLabel('Upcoming bookings per person')
  await perPerson.fill('3.5')
  await expect(perPerson).toHaveAttribute('aria-invalid', 'true')
  await perPerson.press('End')
  await page.keyboard.press('Backspace')
  await page.keyboard.press('Backspace')
  await expect(perPerson).not.toHaveAttribute('aria-invalid')
  await expect(perPerson).toBeFocused()
  await page.keyboard.type('0')
  await expect(perPerson).toHaveValue('30')

  const answer = await holdRequest(page, '**/links', 'POST')
  const name = box.getByLabel('Name')
  await name.fill('For Amara')
  await name.press('Enter')
  await expect(box.getByRole('button', { name: 'Create link' })).toBeFocused()
  await name.click({ force: true })
  await page.keyboard.type('!')
  await expect(name).toHaveValue('For Amara')
  answer()
  await expect(box.getByRole('status')).toHaveText('Link created.')
  expect(await ok(server.origin, 'listEventLinks', { token, params: { id } })).toMatchObject([
    { name: 'For Amara', rules: { bookingsPerPerson: 30 } },
  ])
})
