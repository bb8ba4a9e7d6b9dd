import { type RefObject, useEffect, useState } from 'react'
import type { Slot } from '../../../contract/events/slot.schema.ts'
import { slotMomentText } from '../../../contract/time/with-offset.ts'
import type { Viewer } from '../../../contract/time/viewer.ts'

interface ChosenBarProps {
  slot: Slot
  viewer: Viewer
  action: string
  submit: RefObject<HTMLButtonElement | null>
  onContinue: () => void
}

/**
 * The selected time with a way to the rest of the form, at the bottom of the screen while the form's button is out of
 * view.
 */
export function ChosenBar({ slot, viewer, action, submit, onContinue }: ChosenBarProps) {
  const isReached = useIsInView(submit)
  return (
    <div className="chosen needs-script" data-reached={isReached || undefined}>
      <strong className="notranslate" suppressHydrationWarning>
        {slotMomentText(slot, viewer)}
      </strong>
      <button type="button" className="button primary" onClick={onContinue}>
        {action}
      </button>
    </div>
  )
}

/** Whether all of an element is in view. True until it is known, so that nothing flashes. */
function useIsInView(element: RefObject<HTMLElement | null>): boolean {
  const [isInView, setInView] = useState(true)
  useEffect(() => {
    const observer = new IntersectionObserver(
      (entries) => setInView(entries.at(-1)!.intersectionRatio > 0.9),
      {
        threshold: 0.95,
      },
    )
    observer.observe(element.current!)
    return () => observer.disconnect()
  }, [element])
  return isInView
}

/** Moves the focus to the first empty field of a form, or to its button if there is none. */
export function continueIn(form: HTMLFormElement): void {
  const fields = form.querySelectorAll<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>(
    '.fields :is(input, textarea, select)',
  )
  const target =
    [...fields].find(isEmpty) ??
    form.querySelector<HTMLElement>('[type="submit"]:enabled') ??
    form.querySelector('h2')
  form.scrollIntoView()
  target?.focus()
}

function isEmpty(field: HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement): boolean {
  const isChoice = field.type === 'radio' || field.type === 'checkbox'
  return isChoice ? field.closest('.choices')?.querySelector(':checked') === null : field.value === ''
}
