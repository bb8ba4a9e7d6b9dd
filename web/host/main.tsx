import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { onSessionExpired } from './data/api.ts'
import { loadAllParts } from './load-part.ts'
import { paths } from '../../contract/pages.ts'
import { queryClient } from './data/query-client.ts'
import { router } from './router.tsx'
import { rememberPage } from './drafts/session-storage.ts'
import { endSession, followOtherTabs, loadUser } from './session/session.ts'
import { toasts } from './toasts.ts'
import './styles.css'

onSessionExpired(() => {
  // Not what is shown: at the start nothing is yet.
  const { location } = router.state
  if (router.matchRoutes(location).some(({ routeId }) => routeId === '/shell')) rememberPage(location.href)
  endSession()
  toasts.sessionExpired()
  // An editor keeps its draft, so it need not ask.
  void router.navigate({ to: paths.signIn, ignoreBlocker: true })
})
// The popup of a sign-in has no use for a session, and closes while it would still be asking for the new one.
if (location.pathname !== paths.authCallback) {
  followOtherTabs()
  void loadUser()
  loadAllParts(router)
}

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
)
