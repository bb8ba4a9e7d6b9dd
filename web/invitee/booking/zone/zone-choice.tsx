import { type KeyboardEvent, useId, useRef, useState, useSyncExternalStore } from 'react'
import type { CallFailed } from '../../../../contract/api/client.ts'
import { usualZone, zoneName, zoneText } from '../../../../contract/time/time-text.ts'
import type { Viewer } from '../../../../contract/time/viewer.ts'
import { getDeviceTimeZone } from '../../../data/device-zone.ts'
import { loadChoices } from '../../load-zones.ts'
import { chooseZone } from '../../viewer.ts'
import { ZoneSelect } from './zone-select.tsx'

const thisZone = 'Times are shown in this time zone'
const unchanging = () => () => {}

interface Choice {
  zone: string
  /** The HTTP status if it couldn't be loaded; 0 without an answer. */
  status?: number
}

type Picker = typeof import('./zone-picker.tsx')
let loaded: Picker | null = null
const loadPicker = async () => (loaded ??= await import('./zone-picker.tsx'))
/** What few people need is loaded as soon as they are about to use it. */
const prepare = () => {
  loadPicker().catch(() => {})
  loadChoices().catch(() => {})
}

/** Shows the time zone and lets the viewer change it. */
export function ZoneChoice({ viewer, now }: { viewer: Viewer; now: string }) {
  const [picker, setPicker] = useState<'closed' | 'loading' | 'failed' | Picker>('closed')
  const [choice, setChoice] = useState<Choice | null>(null)
  const button = useRef<HTMLButtonElement>(null)
  const [typed, setTyped] = useState('')
  const id = useId()
  const choose = (zone: string) => {
    const end = (next: Choice | null) => setChoice((latest) => (latest?.zone === zone ? next : latest))
    setChoice({ zone })
    chooseZone(zone).then(
      () => end(null),
      ({ status }: CallFailed) => end({ zone, status }),
    )
  }
  const open = () => {
    setTyped('')
    setPicker(loaded ?? 'loading')
    if (loaded) return
    loadPicker().then(
      // Not if something else has the focus since.
      (module) =>
        setPicker(
          [button.current, document.body].includes(document.activeElement as never) ? module : 'closed',
        ),
      () => setPicker('failed'),
    )
  }
  /** What is typed before the search field is there goes into it. */
  const keepTyped = (event: KeyboardEvent) => {
    const { key, altKey, ctrlKey, metaKey } = event
    if (picker !== 'loading' || altKey || ctrlKey || metaKey) return
    if (key === 'Backspace') setTyped((text) => text.slice(0, -1))
    if (key.length !== 1) return
    setTyped((text) => text + key)
    // A space would press the button again.
    event.preventDefault()
  }
  // Hydration starts with the server's zone; the device's zone comes after.
  const shown = usualZone(viewer.timeZone)
  const device = useSyncExternalStore(unchanging, getDeviceTimeZone, () => shown)
  const text = zoneText(now, viewer)
  const isOpen = typeof picker === 'object'
  const label = device === shown ? 'Times are shown in your time zone' : thisZone
  const status = choice && choiceText(choice, zoneName(shown))
  return (
    <>
      <div className="zone">
        <span key={label} id={`${id}label`} className="label needs-script">
          {label}
        </span>
        <span className="label without-script">{thisZone}</span>
        <span className="without-script">{text}</span>
        {picker === 'failed' ? (
          <ZoneSelect labelId={`${id}label`} shown={shown} text={text} onChoose={choose} />
        ) : (
          <button
            ref={button}
            type="button"
            id={id}
            className="zone-choice field-control needs-script notranslate"
            aria-labelledby={`${id}label ${id}`}
            aria-haspopup="dialog"
            aria-expanded={isOpen}
            aria-busy={picker === 'loading'}
            suppressHydrationWarning
            onFocus={prepare}
            onPointerDown={prepare}
            onKeyDown={keepTyped}
            onClick={() => (isOpen ? setPicker('closed') : picker !== 'loading' && open())}
          >
            {text}
          </button>
        )}
        {isOpen && (
          <picker.ZonePicker
            opener={button}
            viewer={viewer}
            device={device}
            now={now}
            typed={typed}
            onChoose={choose}
            onClose={() => setPicker('closed')}
          />
        )}
      </div>
      <p className={choice?.status === undefined ? 'hint' : 'alert'} role="status">
        {status && <span key={status}>{status}</span>}
      </p>
    </>
  )
}

function choiceText({ zone, status }: Choice, shown: string): string {
  const name = zoneName(zone)
  if (status === undefined) return `Switching to ${name}...`
  const isUnknown = status === 404
  return `We ${isUnknown ? 'don’t have the rules for' : 'couldn’t switch to'} ${name}. Times are still shown in ${shown}.${isUnknown ? '' : ' Check your connection and try again.'}`
}
