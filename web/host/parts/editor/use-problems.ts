import { useEffect, useRef, useState } from 'react'
import type { ErrorSummaryHandle } from '../../../ui/error-summary.tsx'

/** Save errors without a field; null before the first attempt. The summary gets the focus. */
export function useProblems() {
  const [problems, setProblems] = useState<string[] | null>(null)
  const summary = useRef<ErrorSummaryHandle>(null)
  useEffect(() => {
    if (problems !== null) summary.current?.focus()
  }, [problems])
  return { problems, setProblems, summary }
}
