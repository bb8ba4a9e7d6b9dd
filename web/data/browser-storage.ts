type Area = 'localStorage' | 'sessionStorage'

/** What is kept under a key, as long as it is of the wanted kind: another was written by somebody else, or an older page. */
export function readKept<Kept>(
  area: Area,
  key: string,
  isKept: (value: unknown) => value is Kept,
): Kept | null {
  try {
    const value: unknown = JSON.parse(globalThis[area].getItem(key) ?? 'null')
    return isKept(value) ? value : null
  } catch {
    return null
  }
}

/** Keeps a value as JSON. False where storage is full or not allowed: then it is on the screen alone. */
export function keep(area: Area, key: string, value: unknown): boolean {
  try {
    globalThis[area].setItem(key, JSON.stringify(value))
    return true
  } catch {
    return false
  }
}

export function forget(area: Area, key: string): void {
  try {
    globalThis[area].removeItem(key)
  } catch {
    // What cannot be reached keeps nothing.
  }
}

export const isText = (value: unknown): value is string => typeof value === 'string'
