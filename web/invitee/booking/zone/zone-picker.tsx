import {
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { usualZone } from '../../../../contract/time-text.ts'
import { isTimeZone } from '../../../../contract/time-zones.ts'
import type { Viewer } from '../../../../contract/viewer.ts'
import { zoneSearch } from '../../../data/search-zones.ts'
import { useServerNow } from '../../use-server-now.ts'
import { useZoneNames } from './use-zone-names.ts'
import css from './zone-picker.css?inline'
import { zoneRows } from './zone-rows.ts'

const MINUTE_MS = 60_000
const PAGE_ROWS = 6

interface ZonePickerProps {
  /** The button before this panel, which gets the focus back. */
  opener: RefObject<HTMLButtonElement | null>
  viewer: Viewer
  /** The device's zone; null if it doesn't say. */
  device: string | null
  /** When the server rendered the page, by its own clock. */
  now: string
  onChoose: (zone: string) => void
  onClose: () => void
}

/** All zones, with a search: a combobox whose list box is open as long as it is. */
export function ZonePicker({ opener, viewer, device, now, onChoose, onClose }: ZonePickerProps) {
  const id = useId()
  const panel = useRef<HTMLDivElement>(null)
  const [query, setQuery] = useState('')
  const [lastActive, setActive] = useState<string | null>(null)
  const [opened] = useState(() => Date.parse(now) + Date.now() - performance.timeOrigin)
  const at = useServerNow(new Date(opened).toISOString(), (time) => time - (time % MINUTE_MS) + MINUTE_MS)
  const { list, names } = useZoneNames()
  const shown = usualZone(viewer.timeZone)
  const rows = useMemo(() => {
    const first = [device, shown].filter((zone) => zone !== null && (!list || isTimeZone(zone)))
    return zoneRows(first as string[], names, { list, viewer, at })
  }, [device, shown, names, list, viewer, at])
  const find = useMemo(() => zoneSearch(rows, list ?? { timezones: [], aliases: {} }), [rows, list])
  const isSearching = query.trim() !== ''
  const found = isSearching ? find(query) : rows
  const active =
    found.find(({ name }) => name === lastActive) ??
    found.find(({ name }) => name === shown && !isSearching) ??
    found[0]

  const close = () => {
    opener.current?.focus()
    onClose()
  }
  const choose = (zone: string) => {
    close()
    onChoose(zone)
  }
  const move = (to: number) => {
    const { name } = found[Math.max(0, Math.min(to, found.length - 1))]!
    setActive(name)
    document.getElementById(id + name)?.scrollIntoView({ block: 'nearest' })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    // From the button, where the focus is then, Tab goes on to what follows the panel.
    if (event.key === 'Tab' && !event.shiftKey) return close()
    const index = active ? found.indexOf(active) : -1
    const act = {
      ArrowDown: () => move((index + 1) % found.length),
      ArrowUp: () => move((index || found.length) - 1),
      PageDown: () => move(index + PAGE_ROWS),
      PageUp: () => move(index - PAGE_ROWS),
      Enter: () => choose(active!.name),
      Escape: close,
      Tab: close,
    }[event.key]
    if (!act) return
    event.preventDefault()
    if (active || act === close) act()
  }

  useLayoutEffect(() => {
    adoptStyles()
    panel.current!.querySelector('input')!.focus({ preventScroll: true })
    // A keyboard on the screen leaves only its upper part.
    const block = matchMedia('(pointer: coarse)').matches ? 'start' : 'nearest'
    panel.current!.scrollIntoView({ block })
  }, [])
  useEffect(() => {
    const leave = ({ target }: PointerEvent) => {
      const isInside = [panel, opener].some(({ current }) => current?.contains(target as Node))
      if (!isInside) onClose()
    }
    document.addEventListener('pointerdown', leave)
    return () => document.removeEventListener('pointerdown', leave)
  }, [opener, onClose])

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- It only keeps the focus in the field.
    <div
      ref={panel}
      className="zone-panel"
      role="dialog"
      aria-label="Choose a time zone"
      onMouseDown={(event) => {
        if (!(event.target instanceof HTMLInputElement)) event.preventDefault()
      }}
    >
      <input
        className="field-control"
        role="combobox"
        aria-label="Search time zones"
        aria-autocomplete="list"
        aria-expanded={found.length > 0}
        aria-controls={found.length > 0 ? `${id}list` : undefined}
        aria-activedescendant={active && id + active.name}
        placeholder="City, country or offset"
        autoComplete="off"
        autoCorrect="off"
        autoCapitalize="off"
        spellCheck={false}
        enterKeyHint="done"
        value={query}
        onChange={({ target }) => {
          setQuery(target.value)
          setActive(null)
          panel.current!.querySelector('ul')?.scrollTo(0, 0)
        }}
        onKeyDown={onKeyDown}
        onBlur={({ relatedTarget }) => {
          if (relatedTarget && relatedTarget !== opener.current) onClose()
        }}
      />
      {found.length > 0 && (
        <ul id={`${id}list`} role="listbox" aria-label="Time zones" tabIndex={-1}>
          {found.map(({ name, city, place, time, offset }) => (
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- The field has the focus and gets the keys.
            <li
              key={name}
              id={id + name}
              role="option"
              aria-selected={name === shown}
              data-active={name === active?.name || undefined}
              onPointerMove={() => setActive(name)}
              onClick={() => choose(name)}
            >
              <span>{city}</span>
              <span>{time}</span>
              <span>{name !== device ? place : place === '' ? 'This device' : `${place} (this device)`}</span>
              <span>{offset}</span>
            </li>
          ))}
        </ul>
      )}
      <p role="status" className={found.length > 0 ? 'hidden' : undefined}>
        {found.length > 0 ? (
          isSearching && `${found.length} ${found.length === 1 ? 'time zone' : 'time zones'}`
        ) : list === null ? (
          'Loading time zones...'
        ) : (
          <>
            <strong>No time zone matches.</strong> Search by city, country or offset, such as Lisbon, Sweden
            or GMT+5:30.
          </>
        )}
      </p>
    </div>
  )
}

let isAdopted = false
/** This way, the styles are there at once, and only on pages where somebody opened the picker. */
function adoptStyles(): void {
  if (isAdopted) return
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  document.adoptedStyleSheets.push(sheet)
  isAdopted = true
}
