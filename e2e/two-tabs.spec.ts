import http from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { ok } from '../testing/server/api.ts'
import { expect, expectAccessible, expectFits, test } from './support/support.ts'

const title = (page: Page) => page.getByLabel('Event title')
const save = (page: Page) => page.getByRole('button', { name: 'Update Event' })
const conflict = (page: Page) => page.getByRole('alertdialog', { name: 'This event was changed elsewhere' })

test("an event saved in one tab isn't overwritten by an older tab", async ({ visitor, server }) => {
  visitor.expected.push('409')
  const { page: first, token } = await visitor.openAsHost()
  const second = await first.context().newPage()
  const { id } = await ok(server.origin, 'createEvent', { token, body: { title: 'Talk' } })
  const read = () => ok(server.origin, 'getEvent', { token, params: { id } })
  for (const page of [first, second]) {
    await page.goto(`/events/edit/${id}`)
    await expect(title(page)).toHaveValue('Talk')
  }

  await title(first).fill('Their talk')
  await first.getByLabel('Description').fill('Bring a pen.')
  await save(first).click()
  await expect(first.getByText('Event Updated!')).toBeVisible()

  await title(second).fill('My talk')
  await second.getByLabel('Buffer time').selectOption('10 minutes')
  // A reload in between doesn't make the old state the new one.
  second.once('dialog', (dialog) => void dialog.accept())
  await second.reload()
  await expect(second.getByText('We’ve restored your unsaved changes.')).toBeVisible()
  await save(second).click()
  await expect(conflict(second)).toContainText('Saved: Their talk')
  await expect(conflict(second)).toContainText('Here: My talk')
  await expect(conflict(second)).toContainText('Bring a pen.')
  await expectAccessible(second)
  await expectFits(second, 360)
  expect(await read()).toMatchObject({ title: 'Their talk', bufferTime: 0 })

  // Checking again doesn't lose anything.
  await conflict(second).getByRole('button', { name: 'Keep editing' }).click()
  await expect(title(second)).toHaveValue('My talk')
  await save(second).click()
  await conflict(second).getByRole('button', { name: 'Save this version' }).click()
  await expect(second.getByText('Event Updated!')).toBeVisible()
  expect(await read()).toMatchObject({ title: 'My talk', description: 'Bring a pen.', bufferTime: 10 })
})

test('the version saved elsewhere can be used instead', async ({ visitor, server }) => {
  visitor.expected.push('409')
  const { page, token } = await visitor.openAsHost()
  const { id } = await ok(server.origin, 'createEvent', { token, body: { title: 'Talk' } })
  await page.goto(`/events/edit/${id}`)
  await title(page).fill('My talk')
  await ok(server.origin, 'updateEvent', { token, params: { id }, body: { title: 'Their talk' } })
  await save(page).click()
  await conflict(page).getByRole('button', { name: 'Use saved version' }).click()
  await expect(title(page)).toHaveValue('Their talk')
  // The form now equals the saved state, so leaving doesn't ask.
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page).toHaveURL(/\/events$/)
  expect(await ok(server.origin, 'getEvent', { token, params: { id } })).toMatchObject({
    title: 'Their talk',
  })
})

test('changes are saved after a lost response, a change that was undone, and a deletion', async ({
  visitor,
  server,
}) => {
  visitor.expected.push('404', '409', 'ERR_FAILED')
  const { page, token } = await visitor.openAsHost()
  const body = {
    title: 'Talk',
    customFieldsCollections: [
      { type: 'boomEvent' as const, name: 'Own', fields: [{ type: 'single-line', label: 'Company' }] },
    ],
  }
  const { id } = await ok(server.origin, 'createEvent', { token, body })
  const params = { id }
  const updated = page.getByText('Event Updated!')
  const deleted = page.getByRole('alertdialog', { name: 'This event was deleted elsewhere' })
  const edit = async (to: string) => {
    await page.goto(`/events/edit/${id}`)
    await title(page).fill(to)
  }

  await edit('First')
  await page.route(`**/boomEvents/${id}`, async (route) => {
    await route.fetch()
    await route.abort()
  })
  await save(page).click()
  await expect(page.getByText('Failed to save event. Please try again.')).toBeVisible()
  await page.unroute(`**/boomEvents/${id}`)
  await save(page).click()
  await expect(updated).toBeVisible()

  await edit('Second')
  await ok(server.origin, 'updateEvent', { token, params, body: { duration: 60 } })
  await ok(server.origin, 'updateEvent', { token, params, body: { duration: 30 } })
  await save(page).click()
  await expect(updated).toBeVisible()

  await edit('Third')
  await ok(server.origin, 'deleteEvent', { token, params })
  await save(page).click()
  await expectAccessible(page)
  await expectFits(page, 360)
  await deleted.getByRole('button', { name: 'Restore and save' }).dblclick()
  await expect(updated).toHaveCount(1)
  expect(await ok(server.origin, 'getEvent', { token, params })).toMatchObject({ title: 'Third' })

  await edit('Fourth')
  await ok(server.origin, 'deleteEvent', { token, params })
  await save(page).click()
  await deleted.getByRole('button', { name: 'Save as new' }).click()
  await expect(page.getByRole('dialog', { name: 'Share your event' })).toBeVisible()
  const [made, ...others] = await ok(server.origin, 'listEvents', { token })
  expect(others).toEqual([])
  const { customFieldsCollections } = await ok(server.origin, 'getEvent', { token, params: { id: made!.id } })
  expect(made).toMatchObject({ title: 'Fourth' })
  expect(customFieldsCollections).toMatchObject([{ name: 'Own', fields: [{ label: 'Company' }] }])
})

test('a calendar account that another tab disconnected is simply gone', async ({ visitor, server }) => {
  visitor.expected.push('404')
  const feed = http.createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/calendar' })
    response.end('BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Test//EN\r\nEND:VCALENDAR\r\n')
  })
  await new Promise<void>((resolve) => {
    feed.listen(0, '127.0.0.1', resolve)
  })
  const { page, token } = await visitor.openAsHost()
  const url = `http://127.0.0.1:${(feed.address() as AddressInfo).port}/team.ics`
  const body = { provider: 'ics', url, name: 'Team' } as const
  const { id } = await ok(server.origin, 'connectCalendars', { token, body })
  feed.close()
  await page.goto('/settings#calendars')
  await page.getByRole('button', { name: 'Actions for Team', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Disconnect' }).click()
  const question = page.getByRole('alertdialog', { name: 'Disconnect this account?' })
  await expect(question).toBeVisible()
  // A page that reloads its accounts before the click notices it first.
  const clicked = Promise.withResolvers<void>()
  await page.route('**/calendars/connections', async (route) => {
    await clicked.promise
    await route.continue()
  })
  await ok(server.origin, 'disconnectCalendars', { token, params: { id } })
  await question.getByRole('button', { name: 'Disconnect' }).click()
  clicked.resolve()
  await expect(question).toBeHidden()
  await expect(page.getByText('Calendar account disconnected')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Team', exact: true })).toBeHidden()
})
