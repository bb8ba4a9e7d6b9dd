import { useQuery } from '@tanstack/react-query'
import { Plus, Settings2 } from 'lucide-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import { labelLimits } from '../../../../contract/labels/label-options.ts'
import type { Label } from '../../../../contract/labels/label.schema.ts'
import { createLabel, labelsQuery } from '../../data/label-calls.ts'
import { LabelChoices, labelRowClass } from '../../../ui/label-choices.tsx'
import { LoadError } from '../../../ui/load-error.tsx'
import { useMedia } from '../../../ui/use-media.ts'
import { LoadingLine } from '../../../ui/spinner.tsx'
import { type LabelStates, named, nextColor, searched } from '../../data/label-list.ts'

interface PickerContentProps {
  chosen: LabelStates
  onToggle: (id: string, isOn: boolean) => void
  isFilter: boolean
  onManage: () => void
}

export function PickerContent({ chosen, onToggle, isFilter, onManage }: PickerContentProps) {
  const { data: labels, isError, isFetching, refetch } = useQuery(labelsQuery)
  const isTouch = useMedia('(pointer: coarse)')
  const [typed, setTyped] = useState('')
  const [isCreating, setIsCreating] = useState(false)
  const list = useRef<HTMLDivElement>(null)
  const search = useRef<HTMLInputElement>(null)

  if (labels === undefined) {
    return (
      <div className="p-4">
        {isError ? (
          <LoadError
            title="We couldn’t load your labels"
            isFetching={isFetching}
            onRetry={() => void refetch()}
          />
        ) : (
          <LoadingLine>Loading labels...</LoadingLine>
        )}
      </div>
    )
  }

  const found = searched(labels, typed)
  const canCreate = !isFilter && typed.trim() !== '' && named(labels, typed) === undefined

  async function create(all: readonly Label[]) {
    setIsCreating(true)
    const label = await createLabel({ name: typed, color: nextColor(all) })
    setIsCreating(false)
    if (label === null) return
    setTyped('')
    onToggle(label.id, true)
    search.current?.focus()
  }

  /** The search acts on the first label found, and creates one if there is none. */
  function enter(all: readonly Label[]) {
    const [first] = named(all, typed) ? [named(all, typed)] : found
    if (typed.trim() === '') return
    if (first) onToggle(first.id, !chosen.all.has(first.id))
    else if (canCreate && !isCreating) void create(all)
  }

  function onKeyDown(press: KeyboardEvent) {
    if (press.key !== 'ArrowDown' && press.key !== 'ArrowUp') return
    const stops = [search.current, ...(list.current?.querySelectorAll<HTMLElement>('input, button') ?? [])]
    const index = stops.indexOf(press.target as HTMLInputElement)
    if (index === -1) return
    press.preventDefault()
    stops[Math.max(0, index + (press.key === 'ArrowDown' ? 1 : -1))]?.focus()
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- The arrow keys only move among controls.
    <div className="flex min-h-0 flex-col" onKeyDown={onKeyDown}>
      <div className="border-b border-line p-2">
        <input
          ref={search}
          type="text"
          // On touch screens, the keyboard would cover the labels.
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- It opens by a click, to be typed in.
          autoFocus={!isTouch}
          className="control"
          aria-label={isFilter ? 'Search labels' : 'Search or create labels'}
          placeholder={isFilter ? 'Search labels' : 'Search or create labels'}
          maxLength={labelLimits.name}
          autoComplete="off"
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          onKeyDown={(press) => {
            if (press.key !== 'Enter') return
            // Inside a form, it would save the form.
            press.preventDefault()
            enter(labels)
          }}
        />
      </div>
      <div ref={list} role="group" aria-label="Labels" className="max-h-64 min-h-0 overflow-y-auto p-1">
        <LabelChoices labels={found} chosen={chosen.all} partlyChosen={chosen.some} onToggle={onToggle} />
        {found.length === 0 && !canCreate && (
          <p role="status" className="px-2.5 py-3 text-muted">
            {labels.length === 0 ? 'No labels yet. Type a name to create one.' : 'No labels match.'}
          </p>
        )}
        {canCreate && (
          <button
            type="button"
            className={labelRowClass}
            aria-disabled={isCreating}
            onClick={() => void create(labels)}
          >
            <Plus aria-hidden="true" />
            <span className="min-w-0 truncate">Create “{typed.trim()}”</span>
          </button>
        )}
      </div>
      <div className="border-t border-line p-1">
        <button type="button" className={`${labelRowClass} text-muted hover:text-ink`} onClick={onManage}>
          <Settings2 aria-hidden="true" />
          Manage labels
        </button>
      </div>
    </div>
  )
}
