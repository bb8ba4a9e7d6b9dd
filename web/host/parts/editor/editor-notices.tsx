import type { RefObject } from 'react'
import { ErrorSummary, type ErrorSummaryHandle, type SummaryItem } from '../../../ui/error-summary.tsx'
import { RestoredNotice } from './restored-notice.tsx'

interface EditorNoticesProps {
  wasRestored: boolean
  onDiscard: () => void
  isBusy: boolean
  /** Null before the first attempt to save. */
  problems: readonly string[] | null
  summary: RefObject<ErrorSummaryHandle | null>
  title: string
  /** The form's field errors. */
  items: readonly SummaryItem[]
}

/** The notices above a form: restored changes, and why saving failed. */
export function EditorNotices(props: EditorNoticesProps) {
  const { wasRestored, onDiscard, isBusy, problems, summary, title, items } = props
  const all = [...items, ...(problems ?? []).map((message) => ({ message }))]
  return (
    <>
      {wasRestored && <RestoredNotice onDiscard={onDiscard} isBusy={isBusy} />}
      {problems !== null && all.length > 0 && (
        <div className="mb-6">
          <ErrorSummary ref={summary} title={title} items={all} />
        </div>
      )}
    </>
  )
}
