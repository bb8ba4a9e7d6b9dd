import { useQuery } from '@tanstack/react-query'
import { dayOf, formatDate } from '../../../../availability/wall-time.ts'
import { slotQuery } from '../../../../contract/pages/page-paths.ts'
import { timesText } from '../../../../contract/time/times-for-message.ts'
import { zoneTable } from '../../../../contract/time/time-zones.ts'
import { useNow } from '../../../ui/use-now.ts'
import { comingTimesQuery } from '../../data/readable-link-calls.ts'
import { useHostTime } from '../time/use-host-time.ts'
import { toasts } from '../../data/toasts.ts'
import { CopyButton } from './copy-button.tsx'
import { pickTimes } from './pick-times.ts'

const TIMES = 3
const DAYS_AHEAD = 30

interface CopyTimesProps {
  eventId: string
  publicPath: string
}

/** Three open times as text for a message. */
export function CopyTimes({ eventId, publicPath }: CopyTimesProps) {
  const { viewer } = useHostTime()
  const now = useNow()
  const today = dayOf(zoneTable(viewer.timeZone), now)
  const { data, isError } = useQuery(
    comingTimesQuery(eventId, {
      dateFrom: formatDate(today),
      dateTo: formatDate(today + DAYS_AHEAD),
      timezone: viewer.timeZone,
    }),
  )
  const slots = pickTimes(data ?? [], TIMES, viewer)
  const url = (startUtc: string) => `${location.origin}${publicPath}?${slotQuery(startUtc)}`
  const { text, html } = slots.length === 0 ? { text: '', html: '' } : timesText({ slots, url, viewer, now })

  async function copy(): Promise<boolean> {
    try {
      // Missing without HTTPS.
      const item = new ClipboardItem({
        'text/plain': new Blob([text], { type: 'text/plain' }),
        'text/html': new Blob([html], { type: 'text/html' }),
      })
      await navigator.clipboard.write([item])
      return true
    } catch {
      toasts.notCopied(text, 'times')
      return false
    }
  }

  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-md border border-line px-4 py-3">
      <p className="min-w-0 flex-1 basis-48 text-muted tabular-nums wrap-anywhere">
        {text
          ? text.split('\n')[0]
          : data
            ? 'No open times in the next 30 days'
            : isError
              ? 'We couldn’t load your open times.'
              : 'Loading open times...'}
      </p>
      <CopyButton isDisabled={text === ''} onCopy={copy}>
        {slots.length > 0 && slots.length < TIMES ? 'Copy as text' : 'Copy three times as text'}
      </CopyButton>
    </div>
  )
}
