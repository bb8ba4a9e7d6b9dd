import pg from 'pg'
import { ok } from '../testing/server/api.ts'
import { isInstalled, startCaldavServer, USERNAME } from '../testing/calendars/caldav-servers.ts'
import { dayAhead } from './support/events.ts'
import { expect, expectFits, tabTo, test } from './support/support.ts'

test.skip(!isInstalled('radicale'), 'radicale isn’t installed')

test('a CalDAV account is connected, checked, lost, found again and disconnected by keyboard', async ({
  visitor,
  server,
}) => {
  const radicale = await startCaldavServer('radicale')
  const { page, token } = await visitor.openAsHost()
  visitor.expected.push('Failed to load resource')
  const tomorrow = dayAhead(1).replaceAll('-', '')
  const entry = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Test//EN',
    'BEGIN:VEVENT',
    'UID:dentist',
    'DTSTAMP:20270101T000000Z',
    'SUMMARY:Dentist',
    `DTSTART:${tomorrow}T100000Z`,
    'DURATION:PT1H',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ]
  await radicale.ask('PUT', `${radicale.calendar}dentist.ics`, entry.join('\r\n'), {
    'content-type': 'text/calendar',
  })
  const { id } = await ok(server.origin, 'createEvent', { token, body: { title: 'Talk' } })
  /** Reading slots makes the calendars that count used ones. */
  const slots = () => {
    const query = { dateFrom: '2030-01-07', dateTo: '2030-01-07', timezone: 'UTC' }
    return ok(server.origin, 'listSlots', { params: { id }, query })
  }
  const type = (text: string) => page.keyboard.type(text)
  const press = (key: string) => page.keyboard.press(key)
  async function act(action: string) {
    await tabTo(page, page.getByRole('button', { name: `Actions for ${USERNAME}`, exact: true }), 'Shift+Tab')
    await press('Enter')
    await expect(page.getByRole('menu')).toBeVisible()
    await type(action)
    await press('Enter')
  }

  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/settings#calendars')
  const section = page.getByRole('group', { name: 'Calendars', exact: true })
  const add = section.getByRole('button', { name: 'Add calendar account' })
  await tabTo(page, add)
  await press('Enter')
  await expect(page.getByRole('menu')).toBeVisible()
  await type('Another')
  await press('Enter')
  const form = page.getByRole('dialog', { name: 'Connect a CalDAV server' })
  await expect(form.getByLabel('Server')).toBeFocused()
  await type(radicale.origin)
  await press('Tab')
  await type(USERNAME)
  await tabTo(page, form.getByLabel('App password'))
  await type(radicale.password)
  await press('Enter')

  const preview = page.getByRole('dialog', { name: 'What this account would block' })
  await expect(preview).toContainText(`${USERNAME} is connected. Nothing in it counts yet.`)
  await tabTo(page, preview.getByRole('checkbox', { name: 'team of Ann' }))
  if (!(await preview.getByRole('checkbox', { name: 'team of Ann' }).isChecked())) await press('Space')
  await expect(preview.getByRole('listitem').filter({ hasText: 'Dentist' })).toBeVisible()
  await expectFits(page, 360)
  // Nothing covers the button.
  await preview.getByRole('button', { name: 'Check these calendars' }).click()
  await expect(preview).toBeHidden()
  const privately = section.getByRole('switch', { name: 'Check “private of Ann” for conflicts' })
  await tabTo(page, privately)
  const isChecked = await privately.isChecked()
  await press('Space')
  await expect(privately).toBeChecked({ checked: !isChecked })
  await slots()

  const database = new pg.Client(server.databaseUrl)
  await database.connect()
  const banner = (text: string) => page.getByRole('status').filter({ hasText: text })
  radicale.changePassword('second password')
  await act('Check now')
  await expect(section).toContainText('The server refused the username or password')
  // The clock of this server is the real one, so what happened becomes longer ago.
  await database.query(`update calendar_connections set refused_since = refused_since - interval '6 minutes'`)
  await act('Check now')
  await expect(banner(`Your calendar account ${USERNAME} (127.0.0.1) isn’t connected`)).toBeVisible()
  await act('New app password')
  await expect(page.getByRole('textbox', { name: 'App password' })).toBeFocused()
  await type('second password')
  await press('Enter')
  await expect(banner('isn’t connected')).toBeHidden()

  await slots()
  await radicale.stop()
  await database.query(
    `update calendar_mirrors set synced_at = synced_at - interval '16 minutes' where calendar_id like '%team%'`,
  )
  await database.end()
  await act('Check now')
  await expect(banner('We can’t read your calendar “team of Ann” right now')).toContainText(
    `Account: ${USERNAME} (127.0.0.1).`,
  )
  await expectFits(page, 360)

  await act('Disconnect')
  const question = page.getByRole('alertdialog', { name: 'Disconnect this account?' })
  await tabTo(page, question.getByRole('button', { name: 'Disconnect' }))
  await press('Enter')
  await expect(section.getByRole('heading', { name: USERNAME })).toBeHidden()
  await expect(banner('We can’t read your calendar')).toBeHidden()
  await expect(section.getByRole('list', { name: 'Calendar accounts' }).locator('..')).toBeFocused()
  await radicale.close()
})
