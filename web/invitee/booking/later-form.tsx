import { type ComponentType, useEffect, useState } from 'react'
import type { BookingForm, BookingFormProps } from './booking-form.tsx'

let loading: Promise<typeof BookingForm> | null = null

/** Loads the form, which nobody sees before they choose a time. */
export function loadForm(): Promise<typeof BookingForm> {
  loading ??= import('./booking-form.tsx').then(
    (module) => module.BookingForm,
    (error: unknown) => {
      loading = null
      throw error
    },
  )
  return loading
}

/** The form of a new booking, as soon as it is loaded. */
export function LaterForm(props: BookingFormProps) {
  const [found, setFound] = useState<{ Form: ComponentType<BookingFormProps> | null } | null>(null)
  useEffect(() => {
    loadForm().then(
      (Form) => setFound({ Form }),
      () => setFound({ Form: null }),
    )
  }, [])
  if (found === null) return null
  if (found.Form) return <found.Form {...props} />
  return (
    <div className="booking-form">
      <p className="alert" role="alert">
        We couldn’t load the form. Your time stays selected. Check your connection and reload the page.
      </p>
    </div>
  )
}
