import { expect, test } from 'vitest'
import { caldavPresets } from '../../../../contract/calendars/calendar-connections.ts'
import { appPasswordOf, nextcloudSecurityPage } from './app-password.ts'

test.each([
  ['https://cloud.example.com', 'https://cloud.example.com/settings/user/security'],
  [' https://example.com/nextcloud/ ', 'https://example.com/nextcloud/settings/user/security'],
  [
    'https://example.com/nc/remote.php/dav/calendars/maya/team/',
    'https://example.com/nc/settings/user/security',
  ],
  ['https://user:pw@example.com/index.php/apps', 'https://example.com/settings/user/security'],
  ['cloud.example.com', null],
  ['maya@example.com', null],
  ['http://example.com', null],
  ['https://', null],
  ['javascript:alert(1)', null],
  ['', null],
])('app passwords of the Nextcloud server “%s” are made at %s', (server, url) => {
  expect(nextcloudSecurityPage(server)).toBe(url)
})

test.each([null, ...caldavPresets])('%o says why it isn’t the usual password', (preset) => {
  const { why, url } = appPasswordOf(preset, 'cloud.example.com')
  expect(why).toContain('revoke it without changing your own')
  expect(url).toBe(preset?.appPasswordUrl ?? null)
})

test('without a link, Nextcloud’s hosts read where to look', () => {
  const nextcloud = caldavPresets.find(({ id }) => id === 'nextcloud')!
  expect(appPasswordOf(nextcloud, '').why).toContain('under Settings, then Security')
  expect(appPasswordOf(nextcloud, 'https://cloud.example.com').why).not.toContain('then Security')
})
