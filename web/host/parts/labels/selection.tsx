import { Tag } from 'lucide-react'
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { RestoreFocus } from '../../../ui/restore-focus.tsx'
import { type LabelsChange, labelStates } from '../../data/label-list.ts'
import { LabelPicker } from './label-picker.tsx'

/** What is chosen in a list; null while nothing can be. */
export function useSelection() {
  const [chosen, setChosen] = useState<ReadonlySet<string> | null>(null)
  const toggle = useCallback((id: string, isOn: boolean) => {
    setChosen((before) => {
      const next = new Set(before)
      if (isOn) next.add(id)
      else next.delete(id)
      return next
    })
  }, [])
  return useMemo(
    () => ({
      chosen,
      toggle,
      start: () => setChosen(new Set()),
      choose: (ids: readonly string[]) => setChosen(new Set(ids)),
      end: () => setChosen(null),
    }),
    [chosen, toggle],
  )
}

export type Selection = ReturnType<typeof useSelection>

interface SelectionBarProps {
  selection: Selection
  /** What the list shows now; only that can be changed. */
  things: readonly { id: string; labelIds: readonly string[] }[]
  noun: string
  onLabel: (ids: string[], change: LabelsChange) => void
  /** Shown while nothing is being chosen. */
  children: ReactNode
}

/** The line above a list, from which several of its things are chosen and labeled. */
export function SelectionBar({ selection, things, noun, onLabel, children }: SelectionBarProps) {
  const { chosen, start, choose, end } = selection
  const isChoosing = chosen !== null
  const bar = useRef<HTMLDivElement>(null)
  const startButton = useRef<HTMLButtonElement>(null)
  const wasChoosing = useRef(isChoosing)
  useEffect(() => {
    // The button that was pressed is gone.
    if (isChoosing !== wasChoosing.current) (isChoosing ? bar : startButton).current?.focus()
    wasChoosing.current = isChoosing
  }, [isChoosing])

  if (chosen === null) {
    return (
      <div className="mb-3 flex min-h-8 flex-wrap items-center justify-between gap-x-4 gap-y-1">
        {children}
        {things.length > 0 && (
          <Button
            ref={startButton}
            size="sm"
            variant="quiet"
            className="-mr-2.5 ml-auto"
            aria-label={`Select ${noun}`}
            onClick={start}
          >
            Select
          </Button>
        )}
      </div>
    )
  }
  const some = things.filter(({ id }) => chosen.has(id))
  const ids = some.map(({ id }) => id)
  const areAll = some.length === things.length
  return (
    <div
      ref={bar}
      tabIndex={-1}
      role="group"
      aria-label={`Selected ${noun}`}
      className="selection-bar sticky top-16 outline-none z-10 -mx-1 mb-3 flex min-h-12 flex-wrap items-center gap-2 rounded-lg border border-line bg-raised px-3 py-2 shadow-md"
    >
      <p role="status" className="mr-auto font-medium tabular-nums">
        {some.length} selected
      </p>
      {/* On narrow screens, what to do with them is in a second line. */}
      <span className="order-1 basis-full sm:hidden" />
      <Button
        size="sm"
        variant="quiet"
        className="max-sm:order-2 max-sm:-ml-2.5"
        onClick={() => choose(areAll ? [] : things.map(({ id }) => id))}
      >
        {areAll ? 'Select none' : 'Select all on this page'}
      </Button>
      {ids.length > 0 && (
        <>
          {/* Without their label, things can leave a filtered list. */}
          <RestoreFocus target={bar} />
          <LabelPicker
            label={`Labels of the selected ${noun}`}
            trigger={
              <>
                <Tag aria-hidden="true" />
                Labels…
              </>
            }
            triggerClassName={`${buttonClass({ size: 'sm' })} max-sm:order-2 max-sm:ml-auto`}
            chosen={labelStates(some)}
            onToggle={(id, isOn) => onLabel(ids, isOn ? { add: [id] } : { remove: [id] })}
          />
        </>
      )}
      <Button size="sm" variant="quiet" onClick={end}>
        Done
      </Button>
    </div>
  )
}

interface SelectableProps {
  selection: Pick<Selection, 'chosen' | 'toggle'>
  id: string
  name: string
  children: ReactNode
}

/** A card with a checkbox beside it while things are being chosen. */
export function Selectable({ selection: { chosen, toggle }, id, name, children }: SelectableProps) {
  return (
    <div
      className={
        chosen === null ? 'h-full' : 'grid h-full grid-cols-[auto_minmax(0,1fr)] items-stretch gap-1'
      }
    >
      {chosen !== null && (
        <label className="-ml-1 grid w-9 cursor-pointer content-start justify-center rounded-md pt-6 hover:bg-sunken pointer-coarse:w-11">
          <span className="sr-only">Select {name}</span>
          <input
            type="checkbox"
            className="size-4 accent-brand"
            checked={chosen.has(id)}
            onChange={({ target }) => toggle(id, target.checked)}
          />
        </label>
      )}
      {children}
    </div>
  )
}
