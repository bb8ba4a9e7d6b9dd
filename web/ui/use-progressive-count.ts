import { useEffect, useState } from 'react'

const FIRST_BATCH = 8
const STEP = 16

/**
 * How many rows of a long list to render: a screenful immediately, then a few at a time, so that scrolling and typing
 * never wait.
 */
export function useProgressiveCount(total: number): number {
  const [drawn, setDrawn] = useState(FIRST_BATCH)
  const isComplete = drawn >= total
  useEffect(() => {
    if (isComplete) return
    // Runs after the frame with the rendered rows, not before.
    let timer = 0
    const frame = requestAnimationFrame(() => {
      timer = window.setTimeout(() => setDrawn((rows) => rows + STEP))
    })
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(timer)
    }
  }, [drawn, isComplete])
  return Math.min(drawn, total)
}
