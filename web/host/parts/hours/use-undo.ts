import { type KeyboardEvent, useRef } from 'react'

/** Ctrl+Z, or Cmd+Z. */
export const isUndo = ({ key, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent) =>
  key.toLowerCase() === 'z' && (ctrlKey || metaKey) && !shiftKey && !altKey

/** Takes back the changes that one editor of a value made, unless others changed it since. */
export function useUndo<Value>(value: Value, onChange: (value: Value) => void) {
  const changes = useRef<{ before: Value; after: Value }[]>([])
  return {
    record(before: Value, after: Value) {
      changes.current.push({ before, after })
    },
    /** False if there is nothing to take back. */
    undo(): boolean {
      const last = changes.current.pop()
      if (last?.after !== value) {
        changes.current = []
        return false
      }
      onChange(last.before)
      return true
    },
  }
}
