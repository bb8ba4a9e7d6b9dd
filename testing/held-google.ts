import type { Deps } from '../server/app.ts'
import type { Google } from '../server/auth/google-oidc.ts'

/** The same adapters, but what `events.list` has answered is held back until it is told to go on. */
export function heldAfterReading(deps: Deps) {
  const { promise: held, resolve: goOn } = Promise.withResolvers<void>()
  const { promise: read, resolve: hasRead } = Promise.withResolvers<void>()
  const calendarApi: Google['calendarApi'] = async (refreshToken) => {
    const api = await deps.google.calendarApi(refreshToken)
    const list = async (...asked: unknown[]) => {
      const answer = await (api.events.list as (...given: unknown[]) => Promise<unknown>).apply(
        api.events,
        asked,
      )
      hasRead()
      await held
      return answer
    }
    return { events: { list } } as unknown as typeof api
  }
  return { deps: { ...deps, google: { ...deps.google, calendarApi } }, read, goOn }
}
