import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { parseConfig } from './config.ts'

function secretFile(text: string): string {
  const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'boomtime-secret-'))
  onTestFinished(() => fs.rmSync(dir, { recursive: true, force: true }))
  const file = path.join(dir, 'secret')
  fs.writeFileSync(file, text)
  return file
}

const key = Buffer.alloc(32, 7)

describe('a secret in a file', () => {
  test('counts like one in a variable, without the line break at its end', () => {
    const config = parseConfig({
      ENCRYPTION_KEY_FILE: secretFile(`${key.toString('base64')}\n`),
      SMTP_URL_FILE: secretFile('smtp://mail.example.com\r\n'),
      GOOGLE_CLIENT_ID: 'id',
      GOOGLE_CLIENT_SECRET_FILE: secretFile('a client secret\n'),
      DATABASE_URL: 'postgres://boomtime@database/boomtime',
      DATABASE_PASSWORD_FILE: secretFile('p@ss/wörd#%41?:\n'),
      METRICS_TOKEN_FILE: secretFile('a-token-of-some-length'),
    })
    expect(config).toMatchObject({
      encryptionKeys: [key],
      mail: { smtpUrl: 'smtp://mail.example.com' },
      google: { clientSecret: 'a client secret' },
      metrics: { token: 'a-token-of-some-length' },
    })
    const { url } = config.database as { url: string }
    expect(decodeURIComponent(new URL(url).password)).toBe('p@ss/wörd#%41?:')
  })

  test.each([
    [
      'is missing',
      { ENCRYPTION_KEY_FILE: '/nowhere/secret' },
      /ENCRYPTION_KEY_FILE is a file that can’t be read \(ENOENT\)$/,
    ],
    ['is a folder', { SMTP_URL_FILE: os.tmpdir() }, /SMTP_URL_FILE is a file that can’t be read \(EISDIR\)$/],
  ])('that %s is reported', (_name, env, problem) => {
    expect(() => parseConfig(env)).toThrow(problem)
  })

  test('that is empty, or set twice, is reported without its content', () => {
    expect(() => parseConfig({ SMTP_URL_FILE: secretFile('\n') })).toThrow(/SMTP_URL_FILE is an empty file$/)
    const file = secretFile('smtp://mail.example.com')
    expect(() => parseConfig({ SMTP_URL_FILE: file, SMTP_URL: 'smtp://other.example' })).toThrow(
      /:\n {2}SMTP_URL_FILE must be empty if SMTP_URL is set$/,
    )
    expect(() => parseConfig({ SMTP_URL_FILE: secretFile('pass:word') })).toThrow(
      /:\n {2}SMTP_URL must start with smtp:\/\/ or smtps:\/\/$/,
    )
  })

  test('satisfies what production needs', () => {
    const env = { BOOMTIME_MODE: 'production', ENCRYPTION_KEY_FILE: secretFile(key.toString('base64')) }
    expect(() => parseConfig(env)).toThrow(/MAIL_FROM is missing$/)
  })
})
