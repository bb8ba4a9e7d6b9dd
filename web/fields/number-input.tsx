import { type InputHTMLAttributes, useState, useSyncExternalStore } from 'react'
import { browserLocale } from '../data/browser-locale.ts'
import { type DecimalSign, decimalSign, numberText, parseNumber } from './number-text.ts'

interface NumberInputProps extends Omit<
  InputHTMLAttributes<HTMLInputElement>,
  'type' | 'value' | 'onChange'
> {
  /** With a decimal point; or the text as typed if it isn't a number. */
  value: string
  onChange: (value: string) => void
}

const unchanging = () => () => {}
const signOfBrowser = (): DecimalSign => decimalSign(browserLocale())
const signOfServer = (): DecimalSign => '.'

/**
 * A number, typed and shown as in the browser's language. Browsers' own inputs use that of the page or the system
 * instead, and drop what doesn't fit: `1,5` becomes 15 or nothing.
 */
export function NumberInput({ value, onChange, ...attributes }: NumberInputProps) {
  const decimal = useSyncExternalStore(unchanging, signOfBrowser, signOfServer)
  const [typed, setTyped] = useState('')
  const read = (text: string) => parseNumber(text, decimal) ?? text.trim()
  return (
    <input
      autoComplete="off"
      {...attributes}
      type="text"
      inputMode="decimal"
      // What is typed stays as it is, unless the value has changed since.
      value={read(typed) === value ? typed : numberText(value, decimal)}
      onChange={({ target }) => {
        setTyped(target.value)
        onChange(read(target.value))
      }}
    />
  )
}
