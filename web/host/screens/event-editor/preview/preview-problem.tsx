import { Button } from '../../../../ui/button.tsx'

/** Why a preview isn't up to date. */
export function PreviewProblem({ text, retry }: { text: string; retry: (() => void) | null }) {
  return (
    <div
      role="status"
      className="flex flex-wrap items-center justify-between gap-2 rounded-md bg-warning-tint px-3 py-2 text-warning"
    >
      {text}
      {retry && (
        <Button size="sm" onClick={retry}>
          Try again
        </Button>
      )}
    </div>
  )
}
