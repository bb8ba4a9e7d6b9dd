import type { ReactNode } from 'react'

interface EmptyStateProps {
  picture?: ReactNode
  title: string
  children?: ReactNode
  action?: ReactNode
  /** If it is the only content of the page, its title is the page's heading. */
  isPage?: boolean
  /** Errors are announced immediately. */
  isError?: boolean
}

export function EmptyState({
  picture,
  title,
  children,
  action,
  isPage = false,
  isError = false,
}: EmptyStateProps) {
  const Title = isPage ? 'h1' : 'p'
  return (
    <div
      role={isError ? 'alert' : undefined}
      className="flex flex-col items-center gap-4 px-6 py-10 text-center"
    >
      {picture}
      <div className="max-w-sm">
        <Title className="text-base font-semibold">{title}</Title>
        {children && <div className="mt-1 text-muted">{children}</div>}
      </div>
      {action}
    </div>
  )
}
