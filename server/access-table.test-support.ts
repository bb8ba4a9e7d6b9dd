/** The columns of the table, in the order in which they call: those who may do more come later. */
export const callers = [
  'nobody',
  'expired',
  'signed out',
  'other host',
  'guest',
  'invitee',
  'extension',
  'owner',
] as const
export type CallerName = (typeof callers)[number]

export interface Row {
  method: string
  /** With names such as `{event}` in place of parameters. */
  url: string
  body: string
  expected: Record<CallerName, string>
}

/** The rows of `access.md`. */
export function readTable(markdown: string): Row[] {
  const cells = (line: string) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim().replaceAll('`', ''))
  const [head, , ...lines] = markdown.split('\n').filter((line) => line.startsWith('|'))
  const columns = cells(head!)
  return lines.map((line) => {
    const row = cells(line)
    const [method, url] = row[columns.indexOf('route')]!.split(' ') as [string, string]
    const expected = Object.fromEntries(callers.map((name) => [name, row[columns.indexOf(name)]!]))
    return { method, url, body: row[columns.indexOf('body')]!, expected: expected as Row['expected'] }
  })
}
