import { type ReactNode, useId } from 'react'

interface RuleGroupProps {
  title: string
  description?: string
  children: ReactNode
}

/** Fields of rules that belong together, under a heading. */
export function RuleGroup({ title, description, children }: RuleGroupProps) {
  const id = useId()
  return (
    <div
      role="group"
      aria-labelledby={id}
      className="grid grid-cols-[minmax(0,1fr)] gap-3 border-t border-line pt-5"
    >
      <div>
        <h3 id={id} className="font-semibold">
          {title}
        </h3>
        {description && <p className="text-sm text-muted">{description}</p>}
      </div>
      {children}
    </div>
  )
}
