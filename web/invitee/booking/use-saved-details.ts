import { useEffect, useState } from 'react'
import { forget, isText, keep, readKept } from '../../data/browser-storage.ts'

interface Person {
  fullName: string
  email: string
}

const KEY = 'bookingInvitee'

/** The invitee's name and email address on this device, if and as long as they choose. */
export function useSavedDetails() {
  const [person, setPerson] = useState<Person | null>(null)
  const [isRefused, setRefused] = useState(false)
  useEffect(() => {
    // Another tab may have stored or removed them.
    const read = () => setPerson(readKept('localStorage', KEY, isPerson))
    read()
    window.addEventListener('storage', read)
    return () => window.removeEventListener('storage', read)
  }, [])
  const remember = ({ fullName, email }: Person) => {
    const isKept = keep('localStorage', KEY, { fullName, email })
    setRefused(!isKept)
    if (isKept) setPerson({ fullName, email })
  }
  const forgetPerson = () => {
    forget('localStorage', KEY)
    setPerson(null)
  }
  return { person, isRefused, remember, forget: forgetPerson }
}

function isPerson(value: unknown): value is Person {
  const { fullName, email } = (value ?? {}) as Partial<Record<keyof Person, unknown>>
  return isText(fullName) && isText(email)
}
