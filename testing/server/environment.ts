import { ConfigError, parseConfig } from '../../server/config/config.ts'

/** The environment of a server in production, without what is optional. */
export const production = {
  BOOMTIME_MODE: 'production',
  PUBLIC_URL: 'https://meet.example.com',
  DATABASE_URL: 'postgres://boomtime:secret@db.example.com/boomtime',
  GOOGLE_CLIENT_ID: 'id.apps.googleusercontent.com',
  GOOGLE_CLIENT_SECRET: 'client-secret',
  SMTP_URL: 'smtps://boomtime:secret@mail.example.com',
  MAIL_FROM: 'Meet <meet@example.com>',
  ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
}

/** What is wrong with an environment, without the title. */
export function problems(env: Record<string, string>): string[] {
  try {
    parseConfig(env)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    const [, ...lines] = error.message.split('\n')
    return lines.map((line) => line.trim())
  }
  return []
}
