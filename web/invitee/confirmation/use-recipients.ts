import { type RefObject, useState } from 'react'
import { CallFailed } from '../../../contract/api/client.ts'
import { addressesOf, invalidAddressesText } from '../addresses.ts'
import { useSessionText } from '../use-session-state.ts'
import type { ActionNotice, Outcome } from './notice.tsx'
import { reasonOf, useSending } from './use-sending.ts'

export interface RecipientsCardProps extends ActionNotice {
  bookingId: string
  /** Whether there are answers that this person sees, and so may show to others. */
  hasAnswers: boolean
  /** Confirmed and upcoming. */
  isOpen: boolean
  reload: () => Promise<unknown>
}

interface Texts {
  /** The message if there is no address. */
  none: string
  failed: string
}

/** Addresses being typed, and sending to them. */
export function useRecipients(
  key: string,
  texts: Texts,
  box: RefObject<HTMLTextAreaElement | null>,
  { reload, onOutcome }: Pick<RecipientsCardProps, 'reload' | 'onOutcome'>,
) {
  const [text, setText] = useSessionText(key)
  const [isWrong, setWrong] = useState(false)
  const [isSending, sendOnce] = useSending()
  const [includeAnswers, setIncludeAnswers] = useState(false)
  const addresses = addressesOf(text)

  const fail = (title: string, words: string) => onOutcome({ isDone: false, title, text: words })
  /** Whether there are valid addresses; shows an error otherwise. */
  const check = () => {
    onOutcome(null)
    setWrong(addresses.length === 0)
    if (addresses.length > 0) return true
    fail('No Email Addresses', texts.none)
    box.current?.focus()
    return false
  }
  const send = (work: (emails: string[]) => Promise<Omit<Outcome, 'isDone'>>) =>
    sendOnce(async () => {
      try {
        const done = await work(addresses)
        setText('')
        setIncludeAnswers(false)
        onOutcome({ isDone: true, ...done })
      } catch (error) {
        const reason = reasonOf(error)
        const { status, fields } = error as CallFailed
        const wrong = wrongAddresses(fields, addresses)
        setWrong(wrong.length > 0)
        fail(texts.failed, wrong.length > 1 ? invalidAddressesText(wrong) : reason)
        if (wrong.length > 0) box.current?.focus()
        // Canceled or started in the meantime. The page shows it below the error.
        if (status === 409 || status === 403) await reload()
      }
    })
  const change = (next: string) => {
    setText(next)
    setWrong(false)
  }
  return { text, change, isWrong, addresses, includeAnswers, setIncludeAnswers, isSending, check, send }
}

/** The addresses that the server rejected, by their index in the list. */
const wrongAddresses = (fields: Readonly<Record<string, string>>, addresses: readonly string[]) =>
  Object.keys(fields).flatMap((path) => {
    const address = addresses[Number(/^emails\.(\d+)$/.exec(path)?.[1])]
    return address === undefined ? [] : [address]
  })

/** `1 person`, `3 people` */
export const people = (count: number) => (count === 1 ? '1 person' : `${count} people`)
