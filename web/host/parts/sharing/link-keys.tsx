import type { PrefilledPart } from '../../../../contract/bookings/prefilled-link.ts'
import { toasts } from '../../data/toasts.ts'
import { CopyButton } from './copy-button.tsx'

const parts: Record<PrefilledPart, string> = {
  name: 'Full name',
  email: 'Email address',
  guests: 'Guests’ emails, separated by commas',
  timezone: 'Time zone, such as Europe/Berlin',
  date: 'Date, such as 2027-03-31',
  duration: 'Duration in minutes',
}

interface LinkKeysProps {
  hasDurations: boolean
  fields: readonly { key: string; label: string }[]
}

/** The names of the details in a link, for hosts whose links other programs write. */
export function LinkKeys({ hasDurations, fields }: LinkKeysProps) {
  const keys = [
    ...Object.entries(parts)
      .filter(([key]) => key !== 'duration' || hasDurations)
      .map(([key, label]) => ({ key, label })),
    ...fields,
  ]
  return (
    <details>
      <summary className="w-fit cursor-pointer font-medium">Keys for links from other programs</summary>
      <div className="mt-3 grid grid-cols-[minmax(0,1fr)] gap-3">
        <p className="text-muted">
          Add <code>?</code> to the booking link, then keys and values such as{' '}
          <code>name=Maria%20Silva&amp;email=maria@example.com</code>. A question’s key stays the same when
          you change its label.
        </p>
        <ul className="grid grid-cols-[minmax(0,1fr)] divide-y divide-line">
          {keys.map(({ key, label }) => (
            <li key={key} className="flex items-center justify-between gap-3 py-1.5">
              <div className="min-w-0 wrap-anywhere">
                <p>{label}</p>
                <code className="text-sm text-muted">{key}</code>
              </div>
              <CopyButton size="sm" label={`Copy ${key}`} onCopy={() => copyKey(key)}>
                Copy
              </CopyButton>
            </li>
          ))}
        </ul>
      </div>
    </details>
  )
}

async function copyKey(key: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(key)
    return true
  } catch {
    toasts.notCopied(key, 'key')
    return false
  }
}
