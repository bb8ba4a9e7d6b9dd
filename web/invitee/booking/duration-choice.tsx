interface DurationChoiceProps {
  /** Minutes, ascending. */
  durations: readonly number[]
  chosen: number
  onChoose: (duration: number) => void
}

/** How long the meeting takes, where the event leaves that to the invitee. */
export function DurationChoice({ durations, chosen, onChoose }: DurationChoiceProps) {
  return (
    <fieldset className="durations needs-script">
      <legend>Duration</legend>
      <div className="segments">
        {durations.map((minutes) => (
          <label key={minutes}>
            <input
              type="radio"
              name="duration"
              aria-label={`${minutes} minutes`}
              checked={minutes === chosen}
              onChange={() => onChoose(minutes)}
            />
            <span>{minutes} min</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
