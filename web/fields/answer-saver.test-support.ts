import { vi } from 'vitest'
import { AnswerSaver, type Replaced } from './answer-saver.ts'
import type { Answers } from './field-form.tsx'

export interface SavedAnswers {
  answers: Answers
  isLeaving: boolean
  replaces: Replaced
  end: () => Promise<void>
  fail: (error?: Error) => Promise<void>
}

export const SAVE_DELAY_MS = 800

/** A saver that somebody is watching, on vitest's fake clock. Its requests end when a test says so. */
export function holdSaver() {
  vi.useFakeTimers()
  const calls: SavedAnswers[] = []
  let unseen = 0
  const saver = new AnswerSaver({
    delayMs: SAVE_DELAY_MS,
    onUnseenFailure: () => unseen++,
    save(answers, isLeaving, replaces) {
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      const settle = async (how: () => void) => {
        how()
        await vi.advanceTimersByTimeAsync(0)
      }
      calls.push({
        answers,
        isLeaving,
        replaces,
        end: () => settle(resolve),
        fail: (error = new Error('No')) => settle(() => reject(error)),
      })
      return promise
    },
  })
  return {
    saver,
    calls,
    /** Nobody is watching any more. */
    forget: saver.subscribe(() => {}),
    pause: () => vi.advanceTimersByTime(SAVE_DELAY_MS),
    /** How often nobody saw that something wasn't saved. */
    unseen: () => unseen,
  }
}
