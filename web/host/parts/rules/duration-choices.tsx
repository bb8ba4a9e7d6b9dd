import { Plus, X } from 'lucide-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import { eventLimits } from '../../../../contract/events/event-options.ts'
import { ruleLimits, ruleMessages } from '../../../../contract/events/event-rules.ts'
import { durationsError } from '../../../../contract/events/rule-errors.ts'
import { Button } from '../../../ui/button.tsx'
import { FieldError } from '../../../ui/field.tsx'
import { NumberField } from '../../../ui/number-field.tsx'
import { Chip } from './chip.tsx'

const usual = [15, 30, 45, 60, 90, 120]

interface DurationChoicesProps {
  id: string
  /** The event's own, which is always offered. */
  own: number | null
  durations: readonly number[]
  error: string | undefined
  onChange: (durations: number[]) => void
  /** What is wrong with a typed duration, which `onChange` never gets; null if it is added or gone. */
  onProblem: (problem: string | null) => void
}

/** The durations that people can choose besides the event's own. */
export function DurationChoices({ id, own, durations, error, onChange, onProblem }: DurationChoicesProps) {
  const [typed, setTyped] = useState<number | null>(null)
  const [typedError, setTypedError] = useState<string | null>(null)
  const group = useRef<HTMLDivElement>(null)
  const choices = [...new Set([...usual, ...durations])].filter(
    // The event's own can be among the others until it's saved.
    (minutes) => minutes !== own || durations.includes(minutes),
  )

  const set = (next: readonly number[]) => onChange(next.toSorted((a, b) => a - b))

  function add() {
    if (typed === null) return
    const next = [...new Set([...durations, typed])]
    const problem = typed === own ? ruleMessages.ownDuration : durationsError(next)
    setTypedError(problem)
    onProblem(problem)
    if (problem) return
    set(next)
    setTyped(null)
  }

  function onKeyDown(event: KeyboardEvent) {
    // It would save the whole form.
    if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return
    event.preventDefault()
    add()
  }

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <div
        ref={group}
        id={id}
        tabIndex={-1}
        role="group"
        aria-label="Other durations"
        className="flex flex-wrap gap-1.5"
      >
        {choices
          .toSorted((a, b) => a - b)
          .map((minutes) => {
            const isChosen = durations.includes(minutes)
            return (
              <Chip
                key={minutes}
                isOn={isChosen}
                isDisabled={!isChosen && durations.length >= ruleLimits.durations}
                onChange={() => {
                  // The focused chip is about to disappear.
                  if (isChosen && !usual.includes(minutes)) group.current?.focus({ preventScroll: true })
                  set(isChosen ? durations.filter((other) => other !== minutes) : [...durations, minutes])
                }}
              >
                {minutes} min
                {isChosen && !usual.includes(minutes) && <X aria-hidden="true" className="size-3.5" />}
              </Chip>
            )
          })}
      </div>
      {error && <FieldError>{error}</FieldError>}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- The keys are pressed in its field. */}
      <div className="flex items-start gap-2" onKeyDown={onKeyDown} onBlur={add}>
        <NumberField
          className="w-56"
          label="Another duration (minutes)"
          {...eventLimits.duration}
          value={typed}
          error={typedError}
          onChange={(minutes) => {
            setTyped(minutes)
            setTypedError(null)
            onProblem(null)
          }}
        />
        <Button className="mt-6.75" isOff={typed === null} onClick={add}>
          <Plus aria-hidden="true" />
          Add
        </Button>
      </div>
    </div>
  )
}
