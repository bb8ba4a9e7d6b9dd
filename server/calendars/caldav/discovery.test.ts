import type { SrvRecord } from 'node:dns'
import { beforeEach, expect, test } from 'vitest'
import type { OutgoingFetch } from '../../adapters/outgoing/outgoing-fetch.ts'
import type { CaldavInput } from '../../adapters/calendar-provider.ts'
import { createCaldav } from './client.ts'
import {
  type FakeServer,
  localFetch,
  multistatus,
  NOW,
  response,
  startFakeServer,
  xml,
} from './fake-server.test-support.ts'

/** Sends `https://dav.example` to the fake server; no other server can be reached. */
let server: FakeServer
let other: FakeServer
let dns: Record<string, { srv?: SrvRecord[]; txt?: string[][] }>
let properties: Record<string, Record<string, string>>

const calendarProps = (more = '') =>
  `<d:resourcetype><d:collection/><c:calendar/></d:resourcetype><d:displayname>Work &amp; play</d:displayname>${more}`
const href = (name: string, path: string) => `<${name}><d:href>${path}</d:href></${name}>`

beforeEach(async () => {
  server = await startFakeServer()
  other = await startFakeServer()
  dns = {}
  properties = {
    '/dav/': { '/dav/': href('d:current-user-principal', '/dav/ann/') },
    '/dav/ann/': {
      '/dav/ann/':
        href('d:current-user-principal', '/dav/ann/') +
        href('c:calendar-home-set', '/dav/ann/calendars/') +
        '<c:calendar-user-address-set><d:href>/dav/ann/</d:href><d:href>mailto:ann@example.com</d:href></c:calendar-user-address-set>',
    },
    '/dav/ann/calendars/': {
      '/dav/ann/calendars/': '<d:resourcetype><d:collection/></d:resourcetype>',
      '/dav/ann/calendars/team/': calendarProps(),
    },
  }
  server.instead = other.instead = ({ path, headers }) => {
    const found = properties[path]
    if (headers.authorization !== `Basic ${btoa('ann:secret')}`) return { status: found ? 401 : 404 }
    return (
      found &&
      xml(
        multistatus(
          Object.entries(found)
            .map(([at, props]) => response(at, props))
            .join(''),
        ),
      )
    )
  }
})

const fetch: OutgoingFetch = async (url, request) => {
  const map = (text: string, back: boolean) =>
    [
      ['https://dav.example', server.origin],
      ['https://dav.other.example:8443', other.origin],
    ].reduce(
      (all, [name, origin]) => (back ? all.replace(origin!, name!) : all.replace(name!, origin!)),
      text,
    )
  const answer = await localFetch(1500)(map(url, false), request)
  return { ...answer, url: map(answer.url, true) }
}

const connect = (input: Partial<CaldavInput> = {}) =>
  createCaldav({
    fetch,
    now: () => NOW,
    resolver: {
      resolveSrv: async (name) => dns[name]?.srv ?? Promise.reject(new Error('ENOTFOUND')),
      resolveTxt: async (name) => dns[name]?.txt ?? Promise.reject(new Error('ENOTFOUND')),
    },
  }).connect({ server: 'https://dav.example/dav/', username: 'ann', password: 'secret', ...input })

const withPassword = ({ asked }: FakeServer) =>
  asked.filter(({ headers }) => headers.authorization).map(({ path }) => path)

test('finds the calendars of an address', async () => {
  const account = await connect()
  expect(account).toMatchObject({
    name: 'ann',
    server: 'dav.example',
    calendars: [
      {
        id: '/dav/ann/calendars/team/',
        name: 'Work & play',
        isPrimary: true,
        isWritable: true,
        hasVideoCalls: false,
      },
    ],
  })
  expect(JSON.parse(account.credential)).toEqual({
    username: 'ann',
    password: 'secret',
    principal: 'https://dav.example/dav/ann/',
    homes: ['https://dav.example/dav/ann/calendars/'],
    addresses: ['https://dav.example/dav/ann/', 'mailto:ann@example.com'],
  })
  expect(withPassword(server)).toEqual(['/dav/', '/dav/ann/', '/dav/ann/calendars/'])
})

test('the same account is the same, however it is found', async () => {
  properties['/dav/ann/calendars/team'] = {
    '/dav/ann/calendars/team/': href('d:current-user-principal', '/dav/ann'),
  }
  properties['/dav/ann'] = { '/dav/ann': properties['/dav/ann/']!['/dav/ann/']! }
  const first = await connect()
  const again = await connect({ server: 'https://ann:other@dav.example/dav/ann/calendars/team#x' })
  const renamed = await connect({ server: 'https://dav.example/dav/ann/' })
  expect([again.account, renamed.account]).toEqual([first.account, first.account])
  expect(first.account).not.toContain('ann')
  const caldav = createCaldav({ fetch, now: () => NOW })
  expect(caldav.addressOf(first.credential)).toBe('https://dav.example/dav/ann/')
})

test.each(['dav.example', 'https://dav.example', 'ann@dav.example', ' DAV.example/ '])(
  'finds the calendars of %j by its well-known address',
  async (typed) => {
    const real = server.instead
    server.instead = (asked) =>
      asked.path === '/.well-known/caldav' ? { status: 301, headers: { location: '/dav/' } } : real(asked)
    expect((await connect({ server: typed })).calendars).toHaveLength(1)
    expect(withPassword(server)[0]).toBe('/dav/')
  },
)

test('a server that believes it is asked by http is asked by https all the same', async () => {
  const real = server.instead
  server.instead = (asked) =>
    asked.path === '/.well-known/caldav'
      ? { status: 301, headers: { location: 'http://dav.example:8080/dav/' } }
      : real(asked)
  const origin = 'http://dav.example'
  properties['/dav/']!['/dav/'] = href('d:current-user-principal', `${origin}/dav/ann/`)
  properties['/dav/ann/'] = {
    [`${origin}/dav/ann/`]: href('c:calendar-home-set', `${origin}:8080/dav/ann/calendars/`),
  }
  properties['/dav/ann/calendars/'] = { [`${origin}/dav/ann/calendars/team/`]: calendarProps() }
  const { calendars, credential } = await connect({ server: 'dav.example' })
  expect(calendars.map(({ id }) => id)).toEqual(['/dav/ann/calendars/team/'])
  expect(JSON.parse(credential)).toMatchObject({ homes: ['https://dav.example/dav/ann/calendars/'] })
})

test.each([
  ['a path', [['txtvers=1'], ['path=', '/dav/']]],
  ['no path', undefined],
])('finds the server that DNS names for an email address, with %s', async (_, txt) => {
  const srv = (name: string, priority: number, weight = 1) => ({ name, port: 8443, priority, weight })
  dns['_caldavs._tcp.example.com'] = {
    srv: [srv('third.example', 2), srv('second.example', 1), srv('dav.other.example.', 1, 5)],
    ...(txt && { txt }),
  }
  if (!txt) properties['/'] = properties['/dav/']!
  const account = await connect({ server: 'ann@example.com' })
  expect(account.server).toBe('dav.other.example')
  expect(server.asked).toEqual([])
})

test('an address on another server gets the password only if it answers like a calendar server', async () => {
  const real = server.instead
  const redirectTo = (path: string) => {
    server.instead = (asked) =>
      asked.path === '/.well-known/caldav'
        ? { status: 302, headers: { location: `${other.origin}${path}` } }
        : real(asked)
  }
  redirectTo('/welcome')
  other.instead = () => ({ status: 200, headers: { 'content-type': 'text/html' }, body: '<html></html>' })
  await expect(connect({ server: 'dav.example' })).rejects.toMatchObject({ trouble: 'not_caldav' })
  expect(withPassword(other)).toEqual([])

  redirectTo('/dav/')
  other.instead = real
  expect((await connect({ server: 'dav.example' })).server).toBe('dav.other.example')
  expect(withPassword(other)[0]).toBe('/dav/')
})

test('no other redirect takes the password along', async () => {
  server.instead = () => ({ status: 307, headers: { location: `${other.origin}/dav/` } })
  other.instead = () => ({ status: 200 })
  await expect(connect()).rejects.toMatchObject({ trouble: 'not_caldav' })
  expect(withPassword(other)).toEqual([])
})

test('the calendars can be on another server', async () => {
  properties['/dav/ann/']!['/dav/ann/'] = href(
    'c:calendar-home-set',
    'https://dav.other.example:8443/dav/ann/calendars/',
  )
  properties['/dav/ann/calendars/']!['https://dav.example/shared/'] = calendarProps()
  const { calendars, server: name } = await connect()
  expect(calendars.map(({ id }) => id)).toEqual(['/dav/ann/calendars/team/', 'https://dav.example/shared/'])
  expect(name).toBe('dav.example')
})

test('tells calendars for events from what else there is, and what may be done with them', async () => {
  const components = (...names: string[]) =>
    `<c:supported-calendar-component-set>${names.map((name) => `<c:comp name="${name}"/>`).join('')}</c:supported-calendar-component-set>`
  const may = (...names: string[]) =>
    `<d:current-user-privilege-set>${names.map((name) => `<d:privilege><d:${name}/></d:privilege>`).join('')}</d:current-user-privilege-set>`
  const home = '/dav/ann/calendars/'
  properties[home] = {
    [home]: '<d:resourcetype><d:collection/></d:resourcetype>',
    [`${home}inbox/`]: `<d:resourcetype><d:collection/><c:schedule-inbox/></d:resourcetype>${href('c:schedule-default-calendar-URL', `${home}main`)}`,
    [`${home}read/`]: calendarProps(may('read', 'read-acl')),
    [`${home}tasks/`]: calendarProps(components('VTODO')),
    [`${home}write/`]: calendarProps(may('read', 'write') + components('VTODO', 'VEVENT')),
    [`${home}bind%20it/`]: '<d:resourcetype><c:calendar/></d:resourcetype>' + may('bind', 'write-content'),
    [`${home}main`]: calendarProps(),
  }
  expect(
    (await connect()).calendars.map(({ id, name, isPrimary, isWritable }) => [
      id.slice(home.length),
      name,
      isPrimary,
      isWritable,
    ]),
  ).toEqual([
    ['read/', 'Work & play', false, false],
    ['write/', 'Work & play', false, true],
    ['bind%20it/', 'bind it', false, true],
    ['main', 'Work & play', true, true],
  ])
  delete properties[home][`${home}inbox/`]
  expect((await connect()).calendars.find(({ isPrimary }) => isPrimary)?.id).toBe(`${home}write/`)
})

test.each([
  ['/cloud', 'remote.php/dav/'],
  ['/cloud/', 'remote.php/dav/'],
  ['/cloud/index.php/apps/calendar/', 'remote.php/dav/'],
  ['/site', '.well-known/caldav'],
])('finds a server in the folder %s of a site', async (path, place) => {
  const folder = path === '/site' ? '/site/' : '/cloud/'
  if (folder === '/site/') {
    const real = server.instead
    server.instead = (asked) =>
      asked.path === `${folder}${place}` ? { status: 301, headers: { location: '/dav/' } } : real(asked)
  } else properties[`${folder}${place}`] = { [`${folder}${place}`]: properties['/dav/']!['/dav/']! }
  expect((await connect({ server: `dav.example${path}` })).calendars).toHaveLength(1)
  expect(withPassword(other)).toEqual([])
})

test('a server without principals is used by the address of its calendars', async () => {
  properties = {
    '/cal/': { '/cal/': '<d:resourcetype><d:collection/></d:resourcetype>', '/cal/a/': calendarProps() },
  }
  const { credential, calendars } = await connect({ server: 'https://dav.example/cal/' })
  expect(calendars.map(({ id }) => id)).toEqual(['/cal/a/'])
  expect(JSON.parse(credential)).toMatchObject({ homes: ['https://dav.example/cal/'] })
})

test.each<[string, Partial<CaldavInput>, string]>([
  ['a wrong password', { password: 'wrong' }, 'login_refused'],
  ['no address', { server: 'not an address' }, 'not_caldav'],
  ['another protocol', { server: 'ftp://dav.example' }, 'insecure'],
  ['http', { server: 'http://93.184.216.34' }, 'insecure'],
  ['a private address', { server: 'https://10.0.0.1' }, 'private_address'],
  ['a name that nobody has', { server: 'https://nobody.invalid' }, 'unknown_server'],
  ['a website', { server: 'https://dav.example/nothing/' }, 'not_caldav'],
])('says what is wrong: %s', async (_, input, trouble) => {
  const error = await connect(input).catch((caught: unknown) => caught)
  expect(error).toMatchObject({ trouble })
  expect(`${String(error)} ${(error as Error).stack}`).not.toMatch(/secret|dav\.example/)
})

test.each([
  ['fails', () => ({ status: 500 }), 'server_error'],
  ['is silent', () => 'silence' as const, 'too_slow'],
  ['only takes Digest', () => ({ status: 401, headers: { 'www-authenticate': 'Digest' } }), 'digest_login'],
  [
    'lets everybody in',
    () =>
      xml(
        multistatus(
          response('/dav/', '<d:current-user-principal><d:unauthenticated/></d:current-user-principal>'),
        ),
      ),
    'login_refused',
  ],
  [
    'has no calendars',
    ({ path }: { path: string }) =>
      path === '/dav/ann/calendars/' ? xml(multistatus(response(path, ''))) : undefined,
    'not_caldav',
  ],
])('says what is wrong: a server that %s', async (_, instead, trouble) => {
  const real = server.instead
  server.instead = (asked) => instead(asked) ?? real(asked)
  await expect(connect()).rejects.toMatchObject({ trouble })
})
