import { ruleLimits, type StartTimes } from '../../../../contract/events/event-rules.ts'
import { minuteText } from '../../../../contract/events/rules-text.ts'
import { FieldError } from '../../../ui/field.tsx'
import { NumberField } from '../../../ui/number-field.tsx'
import { Select } from '../../../ui/select.tsx'
import { Chip } from './chip.tsx'
import { EMPTY_NUMBER, type RuleFieldProps } from './rule-fields.ts'

const choices = [
  { value: 'following', label: 'Back to back' },
  { value: 'every', label: 'At a fixed interval' },
  { value: 'at', label: 'At certain minutes of the hour' },
] as const
type Choice = (typeof choices)[number]['value']

const initial: Record<Exclude<Choice, 'following'>, StartTimes> = {
  every: { every: 15 },
  at: { at: [0, 30] },
}
const usual = Array.from({ length: 12 }, (_, at) => at * 5)

const choiceOf = (startTimes: StartTimes | null): Choice =>
  startTimes === null ? 'following' : 'every' in startTimes ? 'every' : 'at'

/** When slots start. */
export function StartTimesFields({ rules: { startTimes }, errors, change, idOf }: RuleFieldProps) {
  const id = idOf('startTimes')
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-3">
      <Select
        id={startTimes === null ? id : undefined}
        label="Start times"
        hint={startTimes === null ? 'Each time starts when the one before it ends.' : undefined}
        choices={choices}
        value={choiceOf(startTimes)}
        onChange={(choice) => change({ startTimes: choice === 'following' ? null : initial[choice] })}
      />
      {startTimes !== null && 'every' in startTimes && (
        <NumberField
          id={id}
          label="Minutes from one start to the next"
          min={ruleLimits.everyMin}
          max={ruleLimits.everyMax}
          step={5}
          value={startTimes.every}
          error={errors.startTimes}
          onChange={(every) => change({ startTimes: { every: every ?? EMPTY_NUMBER } })}
        />
      )}
      {startTimes !== null && 'at' in startTimes && (
        <MinuteChips
          id={id}
          minutes={startTimes.at}
          error={errors.startTimes}
          onChange={(at) => change({ startTimes: { at } })}
        />
      )}
    </div>
  )
}

interface MinuteChipsProps {
  id: string
  minutes: readonly number[]
  error: string | undefined
  onChange: (minutes: number[]) => void
}

/** The minutes of an hour at which slots can start. */
export function MinuteChips({ id, minutes, error, onChange }: MinuteChipsProps) {
  const all = [...new Set([...usual, ...minutes])].toSorted((a, b) => a - b)
  return (
    <div className="grid gap-2">
      <div
        id={id}
        tabIndex={-1}
        role="group"
        aria-label="Minutes of the hour"
        className="flex flex-wrap gap-1.5"
      >
        {all.map((minute) => {
          const isChosen = minutes.includes(minute)
          return (
            <Chip
              key={minute}
              isOn={isChosen}
              onChange={() =>
                onChange(
                  isChosen
                    ? minutes.filter((other) => other !== minute)
                    : [...minutes, minute].toSorted((a, b) => a - b),
                )
              }
            >
              {minuteText(minute)}
              <span className="sr-only"> past the hour</span>
            </Chip>
          )
        })}
      </div>
      {error && <FieldError>{error}</FieldError>}
    </div>
  )
}
