import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import type { CalendarConnection } from '../../../../contract/calendars/calendar-connections.schema.ts'
import { CALENDARS_SECTION } from '../../../../contract/pages/pages.ts'
import { SectionCard } from '../../../ui/card.tsx'
import { LoadError } from '../../../ui/load-error.tsx'
import { RestoreFocus } from '../../../ui/restore-focus.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { watchedConnectionsQuery } from '../../data/connection-calls.ts'
import { toasts } from '../../data/toasts.ts'
import { AccountItem } from './account-item.tsx'
import { AddAccount } from './add-account.tsx'
import { DryRunDialog } from './dry-run-dialog.tsx'

/** The connected accounts and what of them counts. Changes apply immediately and aren't part of the form. */
export function CalendarsSection() {
  const { data: accounts, isError, isFetching, refetch } = useQuery(watchedConnectionsQuery)
  /** The id of the account whose week is shown. */
  const [reviewing, setReviewing] = useState<string | null>(null)
  const section = useShownByLink()
  const list = useRef<HTMLDivElement>(null)
  const reviewed = accounts?.find(({ id }) => id === reviewing)

  /** What the account would block comes first, before anything of it counts. */
  function onConnected({ id, name, status, isReviewed, calendars }: CalendarConnection) {
    if (!isReviewed && calendars.length > 0) setReviewing(id)
    // On phones, it would cover the buttons of the dialog, which says the same.
    else if (status === 'connected') toasts.calendarAccountConnected(name)
  }

  return (
    <div ref={section} id={CALENDARS_SECTION} tabIndex={-1} className="outline-none">
      <SectionCard
        title="Calendars"
        description="Nobody can book you while you’re busy in a calendar that is checked for conflicts. Each event can choose other calendars. Changes are saved right away."
      >
        {accounts ? (
          <div ref={list} tabIndex={-1} className="outline-none">
            <ul aria-label="Calendar accounts" className="divide-y divide-line">
              {accounts.map((account) => (
                <AccountItem
                  key={account.id}
                  account={account}
                  onReview={() => setReviewing(account.id)}
                  onConnected={onConnected}
                  list={list}
                />
              ))}
            </ul>
          </div>
        ) : isError ? (
          <LoadError
            title="We couldn’t load your calendars"
            isFetching={isFetching}
            onRetry={() => void refetch()}
          />
        ) : (
          <div role="status" className="grid gap-3">
            <span className="sr-only">Loading calendars...</span>
            <Skeleton className="h-10 w-full" />
            <Skeleton className="h-24 w-full" />
          </div>
        )}
        <AddAccount onConnected={onConnected} />
      </SectionCard>
      {reviewed && <DryRunDialog account={reviewed} onClose={() => setReviewing(null)} />}
      {reviewed && <RestoreFocus target={section} />}
    </div>
  )
}

/**
 * Scrolls to the section if the address names it: the browser looked for it before it was there. Hosts who are already
 * filling in the form around it stay where they are.
 */
function useShownByLink() {
  const section = useRef<HTMLDivElement>(null)
  const { hash } = useLocation()
  useEffect(() => {
    const isFilling = section.current?.closest('form')?.contains(document.activeElement)
    if (hash !== CALENDARS_SECTION || isFilling) return
    section.current?.scrollIntoView({ block: 'start' })
    section.current?.focus({ preventScroll: true })
  }, [hash])
  return section
}
