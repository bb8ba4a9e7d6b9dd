import type { Page } from '@playwright/test'
import { ok } from '../testing/server/api.ts'
import { expect, test } from './support/support.ts'

const title = (page: Page) => page.getByLabel('Event title')
const save = (page: Page) => page.getByRole('button', { name: 'Update Event' })

test('an event saved or deleted in one tab is neither overwritten nor lost by another', async ({
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
  const read = () => ok(server.origin, 'getEvent', { token, params })
  const updated = page.getByText('Event Updated!')
  const conflict = page.getByRole('alertdialog', { name: 'This event was changed elsewhere' })
  const deleted = page.getByRole('alertdialog', { name: 'This event was deleted elsewhere' })
  const edit = async (to: string) => {
    await page.goto(`/events/edit/${id}`)
    await title(page).fill(to)
  }

  await test.step('what both changed', async () => {
    const change = (theirs: object) => ok(server.origin, 'updateEvent', { token, params, body: theirs })
    await edit('My talk')
    await change({ title: 'Their talk', description: 'Bring a pen.' })
    await save(page).click()
    await expect(conflict).toContainText('Saved: Their talk')
    await expect(conflict).toContainText('Here: My talk')
    await expect(conflict).toContainText('Bring a pen.')
    await conflict.getByRole('button', { name: 'Keep editing' }).click()
    await expect(title(page)).toHaveValue('My talk')
    await save(page).click()
    await conflict.getByRole('button', { name: 'Use saved version' }).click()
    await expect(title(page)).toHaveValue('Their talk')

    await title(page).fill('My talk')
    await page.getByLabel('Buffer time').selectOption('10 minutes')
    await change({ title: 'Their last talk' })
    await save(page).click()
    await expect(conflict).toContainText('Saved: Their last talk')
    expect(await read()).toMatchObject({ title: 'Their last talk', bufferTime: 0 })
    // The response is lost, so saving again finds the change already saved.
    await page.route(`**/boomEvents/${id}`, async (route) => {
      await route.fetch()
      await route.abort()
    })
    await conflict.getByRole('button', { name: 'Save this version' }).click()
    await expect(page.getByText('Failed to save event. Please try again.')).toBeVisible()
    await page.unroute(`**/boomEvents/${id}`)
    await save(page).click()
    await expect(updated).toBeVisible()
    expect(await read()).toMatchObject({ title: 'My talk', description: 'Bring a pen.', bufferTime: 10 })
  })

  await test.step('a deletion', async () => {
    await edit('Third')
    await ok(server.origin, 'deleteEvent', { token, params })
    await save(page).click()
    await deleted.getByRole('button', { name: 'Restore and save' }).dblclick()
    await expect(updated).toHaveCount(1)
    expect(await read()).toMatchObject({ title: 'Third' })

    await edit('Fourth')
    await ok(server.origin, 'deleteEvent', { token, params })
    await save(page).click()
    await deleted.getByRole('button', { name: 'Save as new' }).click()
    await expect(page.getByRole('dialog', { name: 'Share your event' })).toBeVisible()
    const [made, ...others] = await ok(server.origin, 'listEvents', { token })
    expect(others).toEqual([])
    const { customFieldsCollections } = await ok(server.origin, 'getEvent', {
      token,
      params: { id: made!.id },
    })
    expect(made).toMatchObject({ title: 'Fourth' })
    expect(customFieldsCollections).toMatchObject([{ name: 'Own', fields: [{ label: 'Company' }] }])
  })
})
