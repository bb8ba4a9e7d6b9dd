import {
  type Active,
  type Announcements,
  closestCenter,
  DndContext,
  KeyboardSensor,
  type Modifier,
  type Over,
  PointerSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import {
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable'
import { GripVertical } from 'lucide-react'
import { createContext, type ReactNode, type Ref, use, useMemo, useState } from 'react'

interface SortableListProps {
  label: string
  /** The ids of the items, in order. */
  ids: readonly string[]
  onMove: (from: number, to: number) => void
  /** Called when an item is picked up, and when it is dropped or put back. */
  onMoving?: (isMoving: boolean) => void
  ref?: Ref<HTMLOListElement>
  /** One `SortableItem` per id. */
  children: ReactNode
}

// Created once, because new objects on each render would re-render every item.
const pointer = { activationConstraint: { distance: 4 } }
const keyboard = { coordinateGetter: sortableKeyboardCoordinates, scrollBehavior: 'auto' as const }
const alongTheList: Modifier[] = [({ transform }) => ({ ...transform, x: 0 })]
const transition = { duration: 150, easing: 'cubic-bezier(0.2, 0.8, 0.2, 1)' }

/** A list that is sorted by mouse, touch or keyboard, with a handle on each item. */
export function SortableList({ label, ids, onMove, onMoving, ref, children }: SortableListProps) {
  const sensors = useSensors(useSensor(PointerSensor, pointer), useSensor(KeyboardSensor, keyboard))
  const [announcements] = useState(inWords)
  const text = ids.join('\n')
  const items = useMemo(() => text.split('\n'), [text])
  return (
    <DndContext
      sensors={sensors}
      modifiers={alongTheList}
      collisionDetection={closestCenter}
      accessibility={{ announcements, screenReaderInstructions: { draggable: HOW } }}
      onDragStart={() => onMoving?.(true)}
      onDragCancel={() => onMoving?.(false)}
      onDragEnd={({ active, over }) => {
        onMoving?.(false)
        if (over && over.id !== active.id) onMove(indexOf(active), indexOf(over))
      }}
    >
      <SortableContext items={items} strategy={verticalListSortingStrategy}>
        <ol ref={ref} aria-label={label} className="grid grid-cols-[minmax(0,1fr)] gap-2">
          {children}
        </ol>
      </SortableContext>
    </DndContext>
  )
}

const HOW = 'Press Space to pick up, arrow keys to move, Space to drop, Escape to cancel.'

interface ItemData {
  name: string
  sortable: { index: number; items: unknown[] }
}
const dataOf = (item: Active | Over) => item.data.current as unknown as ItemData
const indexOf = (item: Active | Over) => dataOf(item).sortable.index

/** Screen reader announcements while an item moves. */
function inWords(): Announcements {
  let isPickedUp = false
  const place = (item: Active | Over) =>
    `position ${indexOf(item) + 1} of ${dataOf(item).sortable.items.length}`
  return {
    onDragStart({ active }) {
      isPickedUp = true
      return `Picked up ${dataOf(active).name} at ${place(active)}.`
    },
    onDragOver({ active, over }) {
      // The first event only reports the position where it was picked up.
      const isFirst = isPickedUp
      isPickedUp = false
      if (!over || (isFirst && over.id === active.id)) return undefined
      return `${dataOf(active).name} is now at ${place(over)}.`
    },
    onDragEnd: ({ active, over }) => `Dropped ${dataOf(active).name} at ${place(over ?? active)}.`,
    onDragCancel: ({ active }) => `${dataOf(active).name} is back at ${place(active)}.`,
  }
}

type Grip = Pick<ReturnType<typeof useSortable>, 'attributes' | 'listeners' | 'setActivatorNodeRef'>
const GripContext = createContext<Grip | null>(null)

interface SortableItemProps {
  id: string
  /** Its name in announcements. */
  name: string
  /** Must contain a `SortableHandle`. */
  children: ReactNode
}

export function SortableItem({ id, name, children }: SortableItemProps) {
  const data = useMemo(() => ({ name }), [name])
  const {
    attributes,
    listeners,
    setActivatorNodeRef,
    setNodeRef,
    transform,
    transition: moving,
    isDragging,
  } = useSortable({ id, data, transition })
  const grip = useMemo(
    () => ({ attributes, listeners, setActivatorNodeRef }),
    [attributes, listeners, setActivatorNodeRef],
  )
  return (
    <li
      ref={setNodeRef}
      className={isDragging ? 'relative z-10 rounded-lg shadow-lg' : 'rounded-lg'}
      style={{
        transform: transform ? `translate3d(0, ${Math.round(transform.y)}px, 0)` : undefined,
        transition: moving,
      }}
    >
      <GripContext value={grip}>{children}</GripContext>
    </li>
  )
}

export function SortableHandle({ label, className = '' }: { label: string; className?: string }) {
  const grip = use(GripContext)
  return (
    <button
      {...grip?.attributes}
      {...grip?.listeners}
      ref={grip?.setActivatorNodeRef}
      type="button"
      aria-label={label}
      // Dragging the handle by touch moves the item, not the page.
      className={`grid touch-none place-items-center rounded-md text-muted hover:bg-sunken hover:text-ink active:cursor-grabbing enabled:cursor-grab ${className}`}
    >
      <GripVertical aria-hidden="true" className="size-4" />
    </button>
  )
}
