/** What a spreadsheet would take for a formula at the start of a cell; East Asian ones know the wide forms as well. */
const FORMULA = /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/

/** One line of a table for spreadsheets (RFC 4180). An apostrophe keeps what people have typed from being computed. */
export const csvLine = (cells: readonly (string | number | null)[]) => `${cells.map(cell).join(',')}\r\n`

function cell(value: string | number | null): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  return `"${(FORMULA.test(value) ? `'${value}` : value).replaceAll('"', '""')}"`
}
