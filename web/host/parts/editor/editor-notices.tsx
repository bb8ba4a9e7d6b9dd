import type { RefObject } from 'react'
import { ErrorSummary, type ErrorSummaryHandle, type SummaryItem } from '../../../ui/error-summary.tsx'
import { RestoredNotice } from './restored-notice.tsx'

interface EditorNoticesProps {
  wasRestored: boolean
  onDiscard: () => void
  /** Null before the first attempt to save. */
  problems: readonly string[] | null
  summary: RefObject<ErrorSummaryHandle | null>
  title: string
  /** The form's field errors. */
  items: readonly SummaryItem[]
}

/** The notices above a form: restored changes, and why saving failed. */
export function EditorNotices(props: EditorNoticesProps) {
  const { wasRestored, onDiscard, problems, summary, title, items } = props
  const all = [...items, ...(problems ?? []).map((message) => ({ message }))]
  return (
    <>
      {wasRestored && <RestoredNotice onDiscard={onDiscard} />}
      {problems !== null && all.length > 0 && (
        <div className="mb-6">
          <ErrorSummary ref={summary} title={title} items={all} />
        </div>
      )}
    </>
  )
}
