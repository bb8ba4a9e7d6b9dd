import { useRouter } from '@tanstack/react-router'
import type { ComponentProps, MouseEvent } from 'react'
import { paths } from '../../../contract/pages/pages.ts'

interface EditEventLinkProps extends Omit<ComponentProps<'a'>, 'href' | 'onClick'> {
  eventId: string
}

/**
 * A link to an event's editor, for lists of any length. Rendering the router's `Link` takes about a third of a row's
 * time, because each one subscribes to the router's state.
 */
export function EditEventLink({ eventId, children, ...attributes }: EditEventLinkProps) {
  const router = useRouter()
  function open(event: MouseEvent) {
    // The browser opens it in another tab or window, or saves it.
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    void router.navigate({ to: paths.editEvent, params: { eventId } })
  }
  return (
    <a {...attributes} href={paths.editEvent.replace('$eventId', eventId)} onClick={open}>
      {children}
    </a>
  )
}
