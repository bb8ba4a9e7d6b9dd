import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { onSessionExpired } from './data/api.ts'
import { guardNavigation } from './editor/unsaved-changes.ts'
import { preloadScreens } from './lazy-load.ts'
import { paths } from '../../contract/pages.ts'
import { queryClient } from './data/query-client.ts'
import { timeZonesQuery } from './data/time-zone-calls.ts'
import { router } from './router.tsx'
import { rememberPage } from './drafts/session-storage.ts'
import { endSession, followOtherTabs, loadUser } from './session/session.ts'
import { toasts } from './toasts.ts'
import './styles.css'

onSessionExpired(() => {
  // Not `location`, because nothing is rendered yet on start.
  const { location } = router.state
  if (router.matchRoutes(location).some(({ routeId }) => routeId === '/shell')) rememberPage(location.href)
  endSession()
  toasts.sessionExpired()
  // An editor keeps its draft, so it doesn't need to ask.
  void router.navigate({ to: paths.signIn, ignoreBlocker: true })
})
// The sign-in popup needs no session, and closes while it would still be loading the new one.
if (location.pathname !== paths.authCallback) {
  followOtherTabs()
  guardNavigation(router.history)
  void loadUser()
  void queryClient.prefetchQuery(timeZonesQuery)
  preloadScreens(router)
}

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
)
