import { type FormEvent, useState } from 'react'
import { flushSync } from 'react-dom'
import { CallFailed } from '../../../../contract/api/client.ts'
import { SessionExpired } from '../../data/api.ts'

type Errors<Field extends string> = Partial<Record<Field, string>>

interface AccountForm<Field extends string> {
  /** In the order in which they are shown. */
  fields: readonly Field[]
  idOf: (field: Field) => string
  send: () => Promise<void>
}

/** A form of a dialog that the server checks. What was typed stays until it succeeds. */
export function useAccountForm<Field extends string>({ fields, idOf, send }: AccountForm<Field>) {
  const [isBusy, setIsBusy] = useState(false)
  const [errors, setErrors] = useState<Errors<Field>>({})
  /** What is wrong besides the fields. */
  const [problem, setProblem] = useState<string | null>(null)

  function refuse(error: unknown) {
    const refused: Readonly<Record<string, string>> = error instanceof CallFailed ? error.fields : {}
    const placed: Errors<Field> = Object.fromEntries(
      fields.filter((field) => refused[field] !== undefined).map((field) => [field, refused[field]]),
    ) as Errors<Field>
    const first = fields.find((field) => placed[field] !== undefined)
    flushSync(() => {
      setErrors(placed)
      setProblem(first === undefined ? (error instanceof Error ? error.message : String(error)) : null)
    })
    if (first !== undefined) document.getElementById(idOf(first))?.focus()
  }

  async function submit() {
    if (isBusy) return
    setIsBusy(true)
    setErrors({})
    setProblem(null)
    try {
      await send()
    } catch (error) {
      if (!(error instanceof SessionExpired)) refuse(error)
    } finally {
      setIsBusy(false)
    }
  }

  function onSubmit(event: FormEvent) {
    event.preventDefault()
    // The settings form around this dialog has nothing to save now.
    event.stopPropagation()
    void submit()
  }

  const clear = (field: Field) => setErrors((shown) => ({ ...shown, [field]: undefined }))
  return { isBusy, errors, problem, clear, onSubmit }
}
