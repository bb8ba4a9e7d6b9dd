import { useEffect, useRef, useState } from 'react'
import type { ErrorSummaryHandle } from '../../ui/error-summary.tsx'

/** What kept a form from being saved and has no field of its own; null before it was tried. The summary takes the focus. */
export function useProblems() {
  const [problems, setProblems] = useState<string[] | null>(null)
  const summary = useRef<ErrorSummaryHandle>(null)
  useEffect(() => {
    if (problems !== null) summary.current?.focus()
  }, [problems])
  return { problems, setProblems, summary }
}
