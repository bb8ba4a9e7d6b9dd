import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { BrokenPicture } from '../../ui/pictures.tsx'

/** Shown for unexpected errors: a bug, or a part of the app that failed to load after an update. */
export function ErrorScreen() {
  return (
    <div className="grid min-h-[70dvh] place-items-center">
      <EmptyState
        isPage
        isError
        picture={<BrokenPicture />}
        title="Something went wrong on this page"
        action={<Button onClick={() => location.reload()}>Reload</Button>}
      >
        Your saved changes are safe. Check your connection and reload the page.
      </EmptyState>
    </div>
  )
}
