/** Starts a file, because it tells spreadsheets the encoding. */
export const BYTE_ORDER_MARK = '\uFEFF'

/** Characters that start a formula in spreadsheets, including the full-width forms of East Asian ones. */
const FORMULA = /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/

/** Spreadsheets calculate nothing from it. With a plus, it may be a phone number, which they would change. */
const NEGATIVE_NUMBER = /^-(\d+(\.\d*)?|\.\d+)(e[+-]?\d{1,3})?$/i

const isFormula = (text: string) => FORMULA.test(text) && !NEGATIVE_NUMBER.test(text)

/** One line of CSV (RFC 4180). A leading apostrophe keeps spreadsheets from running user input as a formula. */
export const csvLine = (cells: readonly (string | number | null)[]) => `${cells.map(cell).join(',')}\r\n`

function cell(value: string | number | null): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  return `"${(isFormula(value) ? `'${value}` : value).replaceAll('"', '""')}"`
}
