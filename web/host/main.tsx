import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { onSessionExpired } from './data/api.ts'
import { guardNavigation } from './parts/editor/unsaved-changes.ts'
import { preloadScreens } from './parts/lazy-load.ts'
import { paths } from '../../contract/pages/pages.ts'
import { queryClient } from './data/query-client.ts'
import { timeZonesQuery } from './data/time-zone-calls.ts'
import { router } from './router.tsx'
import { rememberExpired, rememberPage } from './data/session-storage.ts'
import { leaveCompositionKeys } from '../ui/composition-keys.ts'
import { tolerateTranslations } from '../ui/translated-texts.ts'
import { endSession, followOtherTabs, hasSession, loadUser } from './parts/session/session.ts'
import './styles.css'

onSessionExpired(() => {
  // Calls that were on their way when the session ended find out one after the other.
  if (!hasSession()) return
  // Not `location`, because nothing is rendered yet on start.
  const { location } = router.state
  if (router.matchRoutes(location).some(({ routeId }) => routeId === '/shell')) rememberPage(location.href)
  endSession()
  rememberExpired(true)
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

leaveCompositionKeys()
tolerateTranslations()
createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
)
