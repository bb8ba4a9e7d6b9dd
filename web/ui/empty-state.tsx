import type { ReactNode } from 'react'

interface EmptyStateProps {
  picture?: ReactNode
  title: string
  children?: ReactNode
  action?: ReactNode
  /** An error is announced at once. */
  isError?: boolean
}

export function EmptyState({ picture, title, children, action, isError = false }: EmptyStateProps) {
  return (
    <div
      role={isError ? 'alert' : undefined}
      className="flex flex-col items-center gap-4 px-6 py-10 text-center"
    >
      {picture}
      <div className="max-w-sm">
        <p className="text-base font-semibold">{title}</p>
        {children && <div className="mt-1 text-muted">{children}</div>}
      </div>
      {action}
    </div>
  )
}
