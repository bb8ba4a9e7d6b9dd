import { useNavigate, useRouter, useRouterState } from '@tanstack/react-router'
import { useCallback } from 'react'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /**
     * The booking whose details are open. It isn't in the URL, because its id grants access and URLs end up in logs
     * and messages.
     */
    openBooking?: string
    /** Whether it covers the list, so that Back closes it. */
    isSheet?: boolean
  }
}

export function useOpenBooking(isSheet: boolean) {
  const navigate = useNavigate()
  const { history } = useRouter()
  const openId = useRouterState({ select: ({ location }) => location.state.openBooking ?? null })

  const open = useCallback(
    (id: string) =>
      void navigate({
        to: '.',
        search: true,
        state: { openBooking: id, isSheet },
        replace: !isSheet || history.location.state.openBooking !== undefined,
        resetScroll: false,
      }),
    [navigate, history, isSheet],
  )
  const close = useCallback(() => {
    if (history.location.state.isSheet) history.back()
    else void navigate({ to: '.', search: true, state: {}, replace: true, resetScroll: false })
  }, [navigate, history])
  return { openId, open, close }
}
