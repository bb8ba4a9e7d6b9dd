import { useQuery } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { accountName } from '../../parts/calendars/account-text.ts'
import { connectionsQuery, refreshConnection } from '../../data/connection-calls.ts'

/** The accounts whose calendars couldn't be listed: some may be missing among the choices. */
export function UnlistedAccounts() {
  const { data: accounts = [] } = useQuery(connectionsQuery)
  const [busy, setBusy] = useState<string | null>(null)
  const unlisted = accounts.filter(({ status, isListOutdated }) => status === 'connected' && isListOutdated)

  async function refresh(id: string) {
    setBusy(id)
    await refreshConnection(id)
    setBusy(null)
  }

  if (unlisted.length === 0) return null
  return (
    <div className="sm:col-span-2">
      {unlisted.map((account) => (
        <div key={account.id} className="flex flex-wrap items-center gap-x-3 gap-y-1.5 py-1">
          <p className="flex min-w-0 items-start gap-1.5 text-warning">
            <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
            <span className="min-w-0 wrap-anywhere">
              We couldn’t load the calendars of {accountName(account)}. Some may be missing here.
            </span>
          </p>
          <Button
            size="sm"
            aria-label={`Try ${accountName(account)} again`}
            isBusy={busy === account.id}
            onClick={() => void refresh(account.id)}
          >
            Try again
          </Button>
        </div>
      ))}
    </div>
  )
}
