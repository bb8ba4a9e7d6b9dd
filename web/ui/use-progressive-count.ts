import { useEffect, useState } from 'react'

const FIRST_BATCH = 8
const STEP = 16

/**
 * How many rows of a long list to draw by now: a screenful at once, so that it is seen at once, and the rest a few at a
 * time, so that scrolling and typing never wait for them.
 */
export function useProgressiveCount(total: number): number {
  const [drawn, setDrawn] = useState(FIRST_BATCH)
  const isComplete = drawn >= total
  useEffect(() => {
    if (isComplete) return
    // After the frame that shows what has been drawn, not before it.
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
