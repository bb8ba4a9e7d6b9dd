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
import { MINUTE } from '../../../../availability/units.ts'
import { usualZone } from '../../../../contract/time/time-text.ts'
import { isTimeZone } from '../../../../contract/time/time-zones.ts'
import type { Viewer } from '../../../../contract/time/viewer.ts'
import { zoneSearch } from '../../../data/search-zones.ts'
import { useServerNow } from '../../use-server-now.ts'
import { useZoneNames } from './use-zone-names.ts'
import css from './zone-picker.css?inline'
import { knownOffset } from './zone-details.ts'
import { ZoneList } from './zone-list.tsx'

const PAGE_ROWS = 6

interface ZonePickerProps {
  /** The button before this panel, which gets the focus back. */
  opener: RefObject<HTMLButtonElement | null>
  viewer: Viewer
  /** The device's zone; null if it doesn't say. */
  device: string | null
  /** When the server rendered the page, by its own clock. */
  now: string
  /** What the search starts with. */
  typed: string
  onChoose: (zone: string) => void
  onClose: () => void
}

/** All zones, with a search: a combobox whose list box is open as long as it is. */
export function ZonePicker({ opener, viewer, device, now, typed, onChoose, onClose }: ZonePickerProps) {
  const listId = useId()
  const panel = useRef<HTMLDivElement>(null)
  const [query, setQuery] = useState(typed)
  const [lastActive, setActive] = useState({ name: '', isByKey: false })
  const [opened] = useState(() => Date.parse(now) + Date.now() - performance.timeOrigin)
  const at = useServerNow(new Date(opened).toISOString(), (time) => time - (time % MINUTE) + MINUTE)
  const { list, names, cities } = useZoneNames()
  const shown = usualZone(viewer.timeZone)
  const zones = useMemo(() => {
    const first = [device, shown].filter((zone) => zone !== null && (!list || isTimeZone(zone)))
    return [...new Set([...(first as string[]), ...names])]
  }, [device, shown, list, names])
  const countries = useMemo(
    () => new Map(list?.timezones.map((zone) => [zone.timeZone, zone.countries])),
    [list],
  )
  const isSearching = query.trim() !== ''
  const find = useMemo(
    () =>
      isSearching &&
      zoneSearch(
        zones.map((name) => ({ name, offset: knownOffset(name, at) })),
        list ?? { timezones: [], aliases: {} },
        cities ?? {},
      ),
    [isSearching, zones, list, cities, at],
  )
  const matches = find && find(query)
  const found = matches ? matches.map(({ name }) => name) : zones
  const typedCities = new Map(matches ? matches.map(({ name, city }) => [name, city]) : [])
  const { isByKey } = lastActive
  const active =
    [lastActive.name, ...(isSearching ? [] : [shown])].find((name) => found.includes(name)) ?? found[0]

  const close = () => {
    opener.current?.focus()
    onClose()
  }
  const choose = (zone: string) => {
    close()
    onChoose(zone)
  }
  const move = (to: number) =>
    setActive({ name: found[Math.max(0, Math.min(to, found.length - 1))]!, isByKey: true })
  const onKeyDown = (event: KeyboardEvent) => {
    // From the button, where the focus is then, Tab goes on to what follows the panel.
    if (event.key === 'Tab' && !event.shiftKey) return close()
    const index = found.indexOf(active ?? '')
    const act = {
      ArrowDown: () => move((index + 1) % found.length),
      ArrowUp: () => move((index || found.length) - 1),
      PageDown: () => move(index + PAGE_ROWS),
      PageUp: () => move(index - PAGE_ROWS),
      Enter: () => choose(active!),
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
        aria-controls={found.length > 0 ? listId : undefined}
        aria-activedescendant={active && listId + active}
        placeholder="City, country or offset"
        autoComplete="off"
        autoCorrect="off"
        autoCapitalize="off"
        spellCheck={false}
        enterKeyHint="done"
        value={query}
        onChange={({ target }) => {
          setQuery(target.value)
          setActive({ name: '', isByKey: false })
        }}
        onKeyDown={onKeyDown}
        onBlur={({ relatedTarget }) => {
          if (relatedTarget && relatedTarget !== opener.current) onClose()
        }}
      />
      {active && (
        <ZoneList
          key={query}
          id={listId}
          zones={found}
          countries={countries}
          typedCities={typedCities}
          active={active}
          isByKey={isByKey}
          shown={shown}
          device={device}
          viewer={viewer}
          at={at}
          onActive={(name) => name !== active && setActive({ name, isByKey: false })}
          onChoose={choose}
        />
      )}
      <p role="status" className={found.length > 0 ? 'hidden' : undefined}>
        {found.length > 0 ? (
          isSearching && `${found.length} ${found.length === 1 ? 'time zone' : 'time zones'}`
        ) : list === null || cities === null ? (
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
