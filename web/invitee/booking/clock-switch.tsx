import { changeClock } from '../viewer.ts'

/** Switches between 12-hour and 24-hour time. */
export function ClockSwitch({ hour12 }: { hour12: boolean }) {
  return (
    <fieldset className="segments needs-script">
      <legend className="hidden">Time format</legend>
      {[true, false].map((twelve) => (
        <label key={String(twelve)}>
          <input type="radio" name="clock" checked={hour12 === twelve} onChange={() => changeClock(twelve)} />
          <span>{twelve ? '12h' : '24h'}</span>
        </label>
      ))}
    </fieldset>
  )
}
