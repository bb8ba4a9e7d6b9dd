import pg from 'pg'
import { expect, test } from 'vitest'
import { problems } from '../../testing/server/environment.ts'
import { parseConfig } from './config.ts'
import { withoutPassword } from './values.ts'

const DATABASE_URL = 'postgres://boomtime@database:5432/boomtime'

test.each(['plain', 'p@ss/word', '#%?&:[]', '100%41', 'ä€ "\'\\'])(
  'the database password may be %s',
  (password) => {
    const { database } = parseConfig({ DATABASE_URL, DATABASE_PASSWORD: password })
    const url = new URL((database as { url: string }).url)
    expect([decodeURIComponent(url.password), url.hostname]).toEqual([password, 'database'])
  },
)

test('the database password goes with a socket, too', () => {
  const socket = 'postgres:///boomtime?host=/var/run/postgresql&user=me'
  const { database } = parseConfig({ DATABASE_URL: socket, DATABASE_PASSWORD: 'p@ss w+ö#%&' })
  const { url } = database as { url: string }
  expect(new pg.Client({ connectionString: url })).toMatchObject({
    host: '/var/run/postgresql',
    database: 'boomtime',
    user: 'me',
    password: 'p@ss w+ö#%&',
  })
  expect(decodeURIComponent(withoutPassword(url))).toBe(socket)
})

test.each([undefined, 'p@ss/word'])(
  'a socket may follow a user without a host, with the password %s',
  (password) => {
    const socket = 'postgresql://me@/boomtime?host=/var/run/postgresql&port=5433'
    const { database } = parseConfig({ DATABASE_URL: socket, DATABASE_PASSWORD: password })
    expect(new pg.Client({ connectionString: (database as { url: string }).url })).toMatchObject({
      host: '/var/run/postgresql',
      port: 5433,
      database: 'boomtime',
      user: 'me',
      password: password ?? null,
    })
  },
)

test('the database password goes with a URL without one', () => {
  const problem = ['DATABASE_PASSWORD must go with a DATABASE_URL that contains no password']
  expect(problems({ DATABASE_PASSWORD: 'secret' })).toEqual(problem)
  const twice = { DATABASE_URL: 'postgres://me:secret@database/x', DATABASE_PASSWORD: 'secret' }
  expect(problems(twice)).toEqual(problem)
  for (const url of ['postgres:///x?password=secret', 'postgres://me:secret@/x?host=/tmp'])
    expect(problems({ ...twice, DATABASE_URL: url })).toEqual(problem)
})
