import { Undo2 } from 'lucide-react'
import { Button } from '../../../ui/button.tsx'

/** What happened last in a dialog whose changes apply immediately, and how to undo it. */
export interface Said {
  text: string
  undo?: () => void
}

export function SaidLine({ said }: { said: Said }) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <p role="status" className="text-success empty:hidden">
        {said.text}
      </p>
      {said.undo && (
        <Button size="sm" onClick={said.undo}>
          <Undo2 aria-hidden="true" />
          Undo
        </Button>
      )}
    </div>
  )
}
