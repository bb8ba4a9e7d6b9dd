import fs from 'node:fs'

/**
 * Variables that can also be given as a file, as container platforms mount secrets: the path goes into `<NAME>_FILE`.
 */
const secrets = [
  'DATABASE_URL',
  'DATABASE_PASSWORD',
  'GOOGLE_CLIENT_SECRET',
  'SMTP_URL',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'ENCRYPTION_KEY',
  'METRICS_TOKEN',
]

/** Adds the content of each `<NAME>_FILE` as `<NAME>`. Reports files that can't be used, without their content. */
export function readSecretFiles(
  given: Record<string, string | undefined>,
  report: (name: string, problem: string) => void,
): Record<string, string | undefined> {
  const read = { ...given }
  for (const name of secrets) {
    const variable = `${name}_FILE`
    const file = given[variable]
    if (file === undefined) continue
    if (given[name] !== undefined) {
      report(variable, `must be empty if ${name} is set`)
      continue
    }
    try {
      // Editors and `echo` end a file with a line break.
      const text = fs.readFileSync(file, 'utf8').trim()
      if (text === '') report(variable, 'is an empty file')
      else read[name] = text
    } catch (error) {
      report(variable, `is a file that can’t be read (${(error as NodeJS.ErrnoException).code ?? 'unknown'})`)
    }
  }
  return read
}
