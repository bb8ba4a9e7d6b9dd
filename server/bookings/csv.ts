/** What a spreadsheet would take for a formula at the start of a cell. */
const FORMULA = /^[=+\-@\t\r]/

/** One line of a table for spreadsheets (RFC 4180). An apostrophe keeps what people have typed from being computed. */
export const csvLine = (cells: readonly (string | number | null)[]) => `${cells.map(cell).join(',')}\r\n`

function cell(value: string | number | null): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  return `"${(FORMULA.test(value) ? `'${value}` : value).replaceAll('"', '""')}"`
}
