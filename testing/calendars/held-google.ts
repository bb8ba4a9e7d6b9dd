import type { CalendarAccount, EntryListing } from '../../server/adapters/calendar-provider.ts'
import type { Deps } from '../../server/adapters/deps.ts'
import type { TestApp } from '../server/test-app.ts'

/** The same adapters with some calls of every Google account replaced. */
export function replaceAccountCalls(
  deps: Deps,
  replace: (account: CalendarAccount) => Partial<CalendarAccount>,
): Deps {
  const { google } = deps.calendarProviders
  const openAccount = async (...args: Parameters<typeof google.openAccount>) => {
    const account = await google.openAccount(...args)
    return { ...account, ...replace(account) }
  }
  return { ...deps, calendarProviders: { ...deps.calendarProviders, google: { ...google, openAccount } } }
}

/** Holds one answer back until `goOn` is called. */
export function heldBack<Args extends unknown[], Result>(call: (...args: Args) => Promise<Result>) {
  const { promise: held, resolve: goOn } = Promise.withResolvers<void>()
  const { promise: answered, resolve: hasAnswered } = Promise.withResolvers<void>()
  return {
    answered,
    goOn,
    async held(...args: Args): Promise<Result> {
      const result = await call(...args)
      hasAnswered()
      await held
      return result
    },
  }
}

/** The same adapters, but every list of entries is held back until `goOn` is called. */
export function heldAfterReading(deps: Deps) {
  const { answered: read, goOn, held } = heldBack((list: () => Promise<EntryListing | null>) => list())
  const replaced = replaceAccountCalls(deps, (account) => ({
    listEntries: (...args) => held(() => account.listEntries(...args)) as Promise<EntryListing>,
    listChanges: (...args) => held(() => account.listChanges(...args)),
  }))
  return { deps: replaced, read, goOn }
}

/**
 * Gives up calls of Google's calendar after a second, until the returned function is called: as long as `latency` faults
 * hold calls, and not where others have to be answered in that time, which a busy machine may not do.
 */
export function giveUpSoon({ googleCalendar: { callOptions } }: TestApp): () => void {
  const { timeout } = callOptions
  callOptions.timeout = 1000
  return () => void (callOptions.timeout = timeout)
}
