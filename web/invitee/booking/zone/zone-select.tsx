import { usualZone, zoneName } from '../../../../contract/time/time-text.ts'

interface ZoneSelectProps {
  labelId: string
  /** The current zone, and its name with the offset. */
  shown: string
  text: string
  onChoose: (zone: string) => void
}

/** The zones that the browser knows in its own control, in case it can't load the picker. */
export function ZoneSelect({ labelId, shown, text, onChoose }: ZoneSelectProps) {
  return (
    <select
      ref={openSelect}
      className="field-control"
      aria-labelledby={labelId}
      value={shown}
      onChange={({ target }) => onChoose(target.value)}
    >
      <option value={shown}>{text}</option>
      {[...new Set([...deviceZones(), 'UTC'].map(usualZone))].map(
        (zone) =>
          zone !== shown && (
            <option key={zone} value={zone}>
              {zoneName(zone)}
            </option>
          ),
      )}
    </select>
  )
}

const deviceZones = () => Intl.supportedValuesOf?.('timeZone') ?? []

/** It replaces the button that was clicked. */
function openSelect(select: HTMLSelectElement | null): void {
  select?.focus()
  try {
    select?.showPicker()
  } catch {
    // The click is too long ago, or this browser can't. Another click opens it.
  }
}
