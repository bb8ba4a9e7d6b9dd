import type { Route } from '@playwright/test'
import { ok } from '../testing/server/api.ts'
import { makeBooking } from './support/booked.ts'
import { expect, test } from './support/support.ts'

const answers: Record<string, string> = {
  Assistant: 'pa@bücher.example',
  Directions: 'First left\nthen right',
  Arrival: 'in the evening',
}

async function answered(origin: string) {
  const asked = (types: Record<string, string>) =>
    Object.entries(types).map(([label, type]) => ({ type, label }))
  const fields = asked({ Assistant: 'email', Directions: 'multi-line', Arrival: 'single-line' })
  const made = await makeBooking(
    origin,
    { meetVia: 'phone', customFieldsCollections: [{ type: 'boomEvent', name: 'About you', fields }] },
    ({ customFieldsCollections: [used] }) => ({
      customFieldsCollections: [
        { id: used!.id, fields: used!.fields.map(({ id, label }) => ({ id, value: answers[label] })) },
      ],
    }),
  )
  const { id, event, token } = made
  const [used] = event.customFieldsCollections
  return {
    address: `/book/${event.bookingUrlId}/update/${id}`,
    read: async () => (await ok(origin, 'getBooking', { token, params: { id } })).bookingData,
    changeTypes: (types: Record<string, string>, more: object = {}) =>
      ok(origin, 'updateEvent', {
        token,
        params: { id: event.id },
        body: {
          ...more,
          customFieldsCollections: [
            {
              ...used!,
              fields: used!.fields.map((field) => ({ ...field, type: types[field.label] ?? field.type })),
            },
          ],
        },
      }),
  }
}

test('answers that nobody touches stay as they are, also in fields that have become others', async ({
  visitor,
  server,
}) => {
  const { address, read, changeTypes } = await answered(server.origin)
  const values = async () =>
    (await read()).customFieldsCollections.flatMap(({ fields }) => fields.map(({ value }) => value))
  const stored = Object.values(answers)
  const page = await visitor.open()
  const update = page.getByRole('button', { name: 'Update booking' })
  const saved = page.getByText('Your changes have been saved.')
  await page.goto(address)
  await update.click()
  await expect(saved).toBeVisible()
  expect(await values()).toEqual(stored)
  // Nobody gets an email about it.
  expect((await read()).history.map(({ action }) => action)).toEqual(['booked'])

  await changeTypes({ Directions: 'single-line' })
  await page.goto(address)
  await page.getByLabel('Full Name').fill('Bob M. Marsh')
  await update.click()
  await expect(saved).toBeVisible()
  expect(await values()).toEqual(stored)

  await changeTypes({ Directions: 'single-line', Arrival: 'date' })
  await page.goto(address)
  const arrival = page.getByLabel('Arrival')
  await expect(arrival).toHaveValue('in the evening')
  await page.getByLabel('Full Name').fill('Bob Marsh')
  await update.click()
  await expect(page.getByRole('alert')).toContainText('Arrival: Please enter a valid date')
  await expect(arrival).toHaveAccessibleDescription('Please enter a valid date')
  await arrival.press('ControlOrMeta+a')
  await arrival.press('Backspace')
  await expect(arrival).toBeFocused()
  await expect(arrival).toHaveAttribute('type', 'date')
  await page.keyboard.type('03142027')
  await expect(arrival).toHaveValue('2027-03-14')
  await update.click()
  await expect(saved).toBeVisible()
  expect(await values()).toEqual([...stored.slice(0, 2), '2027-03-14'])
})

test('a field that changes its type while its booking is edited is shown as it is now', async ({
  visitor,
  server,
}) => {
  visitor.expected.push('400')
  const { address, read, changeTypes } = await answered(server.origin)
  const page = await visitor.open()
  const [name, arrival] = [page.getByLabel('Full Name'), page.getByLabel('Arrival')]
  const update = page.getByRole('button', { name: 'Update booking' })
  for (const isEnabled of [true, false]) {
    await changeTypes({}, { isEnabled })
    await page.goto(address)
    await name.fill(`Bob ${isEnabled}`)
    await arrival.fill('at night')
    await changeTypes({ Arrival: 'date' }, { isEnabled })
    await update.click()
    await expect(arrival).toHaveAccessibleDescription('Please enter a valid date')
    await expect(page.getByRole('alert')).toContainText('Arrival: Please enter a valid date')
    await expect(arrival).toHaveValue('at night')
    await arrival.fill('')
    await expect(arrival).toHaveAttribute('type', 'date')
    await arrival.fill('2027-03-14')
    await update.click()
    await expect(page.getByText('Your changes have been saved.')).toBeVisible()
    expect((await read()).fullName).toBe(`Bob ${isEnabled}`)
  }
})

test('errors wait for the questions that they are about, but not for long', async ({ visitor, server }) => {
  visitor.expected.push('400')
  const { address, changeTypes } = await answered(server.origin)
  const page = await visitor.open()
  await page.clock.install()
  await page.goto(address)
  const arrival = page.getByLabel('Arrival')
  await arrival.fill('at night')
  await changeTypes({ Arrival: 'date' })
  const held: Route[] = []
  await page.route(`**${address}`, (route) => void held.push(route))
  await page.getByRole('button', { name: 'Update booking' }).click()
  await expect.poll(() => held.length).toBe(1)
  await expect(page.getByRole('button', { name: 'Updating...' })).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
  await held[0]!.continue()
  await expect(page.getByRole('alert')).toContainText('Arrival: Please enter a valid date')
  await arrival.fill('')
  await expect(arrival).toHaveAttribute('type', 'date')

  await arrival.fill('2027-03-14')
  await changeTypes({ Arrival: 'email' })
  await page.getByRole('button', { name: 'Update booking' }).click()
  await expect.poll(() => held.length).toBe(2)
  await page.clock.fastForward(5_000)
  await expect(page.getByRole('alert')).toContainText('Arrival: Please enter a valid email')
  await expect(page.getByRole('button', { name: 'Update booking' })).toBeEnabled()
})
