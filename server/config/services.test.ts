import { describe, expect, test } from 'vitest'
import { problems, production } from '../../testing/server/environment.ts'
import { parseConfig } from './config.ts'

describe('Stripe', () => {
  const account = {
    STRIPE_SECRET_KEY: 'sk_live',
    STRIPE_WEBHOOK_SECRET: 'whsec',
    STRIPE_PRICE_INDIVIDUAL_MONTH: 'price_m',
    STRIPE_PRICE_INDIVIDUAL_YEAR: 'price_y',
  }
  const real = {
    apiRoot: 'https://api.stripe.com',
    secretKey: 'sk_live',
    webhookSecret: 'whsec',
    prices: { individual: { month: 'price_m', year: 'price_y' } },
    sandbox: false,
  }

  test('uses the environment in production, and the sandbox by default in sandbox mode', () => {
    expect(parseConfig({ ...production, ...account, BILLING_ENFORCED: 'true' })).toMatchObject({
      payments: real,
      isBillingEnforced: true,
    })
    expect(parseConfig(account).payments).toEqual(real)
    expect(parseConfig({ PORT: '4000' }).payments).toMatchObject({
      apiRoot: 'http://localhost:4000/sandbox/stripe',
      sandbox: true,
    })
    const elsewhere = { ...account, STRIPE_API_ROOT: 'http://stand-in.example' }
    expect(parseConfig({ ...production, ...elsewhere }).payments?.apiRoot).toBe('http://stand-in.example')
  })

  test.each(Object.keys(account))('requires %s along with the others', (missing) => {
    const together = `${Object.keys(account).slice(0, 3).join(', ')} and STRIPE_PRICE_INDIVIDUAL_YEAR`
    expect(problems({ ...account, [missing]: '' })).toEqual([
      `${missing} is missing; set ${together} together`,
    ])
  })

  test('requires different prices for month and year', () => {
    expect(problems({ ...account, STRIPE_PRICE_INDIVIDUAL_YEAR: 'price_m' })).toEqual([
      'STRIPE_PRICE_INDIVIDUAL_YEAR must be a different price than STRIPE_PRICE_INDIVIDUAL_MONTH',
    ])
  })
})

describe('invitees’ own calendars', () => {
  test('are checked with a client of their own, or not at all', () => {
    expect(parseConfig(production).calendarCheck).toBeNull()
    const { calendarCheck } = parseConfig({ ...production, GOOGLE_BROWSER_CLIENT_ID: 'browser' })
    expect(calendarCheck).toEqual({
      clientId: 'browser',
      authorizationUrl: 'https://accounts.google.com/o/oauth2/v2/auth',
      freeBusyUrl: 'https://www.googleapis.com/calendar/v3/freeBusy',
      revocationUrl: null,
    })
    expect(JSON.stringify(calendarCheck)).not.toContain(production.GOOGLE_CLIENT_ID)
  })

  test.each([
    ['1-server', '2-browser', 'https://oauth2.googleapis.com/revoke'],
    ['1-server', '1-browser', null],
    ['server', '2-browser', null],
    ['1-server', 'browser', null],
  ])('are no longer read after a revocation that hosts’ access survives: %s, %s', (server, browser, url) => {
    const clients = { GOOGLE_CLIENT_ID: server, GOOGLE_BROWSER_CLIENT_ID: browser }
    expect(parseConfig({ ...production, ...clients }).calendarCheck?.revocationUrl).toBe(url)
  })

  test('are in the sandbox Google as long as it is used', () => {
    const sandbox = 'boomtime-sandbox-browser'
    expect(parseConfig({ GOOGLE_BROWSER_CLIENT_ID: 'browser' }).calendarCheck?.clientId).toBe(sandbox)
    const real = { GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 'secret' }
    expect(parseConfig(real).calendarCheck).toBeNull()
    const { calendarCheck } = parseConfig({ ...real, GOOGLE_BROWSER_CLIENT_ID: 'browser' })
    expect(calendarCheck?.freeBusyUrl).toBe('https://www.googleapis.com/calendar/v3/freeBusy')
  })
})

describe('real Google in sandbox mode', () => {
  test('replaces the sandbox Google', () => {
    const { mode, google } = parseConfig({ GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 'secret' })
    expect({ mode, google }).toEqual({
      mode: 'sandbox',
      google: {
        issuer: 'https://accounts.google.com',
        apiRoot: 'https://www.googleapis.com/',
        clientId: 'id',
        clientSecret: 'secret',
        sandbox: false,
      },
    })
  })

  test.each([
    ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'],
    ['GOOGLE_CLIENT_SECRET', 'GOOGLE_CLIENT_ID'],
  ])('%s requires the other one', (given, missing) => {
    expect(problems({ [given]: 'half' })).toEqual([
      `${missing} is missing; set GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET together`,
    ])
  })

  test.each([
    ['GOOGLE_ISSUER', 'issuer'],
    ['GOOGLE_API_ROOT', 'apiRoot'],
  ] as const)('%s replaces only that URL', (name, key) => {
    const before = parseConfig({}).google
    expect(parseConfig({ [name]: 'https://stand-in.example/' }).google).toEqual({
      ...before,
      [key]: 'https://stand-in.example/',
    })
  })
})

describe('real email in sandbox mode', () => {
  test('a mail server URL replaces only the catcher', () => {
    const config = parseConfig({ SMTP_URL: 'smtp://localhost:1025' })
    expect(config.mail).toEqual({ ...parseConfig({}).mail, smtpUrl: 'smtp://localhost:1025' })
    expect(config.google.sandbox).toBe(true)
  })

  // There, both ends would wait for the other to begin.
  test('port 465 is always encrypted from the start', () => {
    const urlOf = (SMTP_URL: string) => parseConfig({ SMTP_URL }).mail.smtpUrl
    expect(urlOf('smtp://me:p%40ss@mail.example.com:465?pool=false')).toBe(
      'smtps://me:p%40ss@mail.example.com:465?pool=false',
    )
    for (const url of ['smtp://me:465@mail.example.com:587', 'smtp://465.example.com', 'smtps://[::1]:465'])
      expect(urlOf(url)).toBe(url)
  })

  test.each([
    ['meet@example.com', 'Boomtime', 'meet@example.com'],
    ['Müller <termine@müller.example>', 'Müller', 'termine@xn--mller-kva.example'],
    ['<meet@example.com>', 'Boomtime', 'meet@example.com'],
    ['Ada’s Meetings <meet@example.com>', 'Ada’s Meetings', 'meet@example.com'],
    ['"Meetings, Inc." <meet@example.com>', 'Meetings, Inc.', 'meet@example.com'],
  ])('MAIL_FROM=%s', (given, name, address) => {
    expect(parseConfig({ MAIL_FROM: given }).mail).toEqual({ smtpUrl: null, from: { name, address } })
  })
})
