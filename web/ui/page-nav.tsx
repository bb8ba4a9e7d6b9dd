import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'

interface PageNavProps {
  /** From 1. */
  page: number
  last: number
  onPage: (page: number) => void
}

/** Turns the pages of a list that has more than one. */
export function PageNav({ page, last, onPage }: PageNavProps) {
  return (
    <nav aria-label="Pages" className="mt-5 flex items-center justify-between gap-3 tabular-nums">
      <Turn isOff={page <= 1} onTurn={() => onPage(page - 1)}>
        <ChevronLeft aria-hidden="true" />
        Previous
      </Turn>
      <span className="text-muted">
        Page {page} of {last}
      </span>
      <Turn isOff={page >= last} onTurn={() => onPage(page + 1)}>
        Next
        <ChevronRight aria-hidden="true" />
      </Turn>
    </nav>
  )
}

interface TurnProps {
  isOff: boolean
  onTurn: () => void
  children: ReactNode
}

/** On the first or last page. A disabled button would lose the focus. */
function Turn({ isOff, onTurn, children }: TurnProps) {
  return (
    <Button
      aria-disabled={isOff || undefined}
      className="aria-disabled:pointer-events-none aria-disabled:bg-sunken aria-disabled:text-disabled aria-disabled:shadow-none"
      onClick={isOff ? undefined : onTurn}
    >
      {children}
    </Button>
  )
}
