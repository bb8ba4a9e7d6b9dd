type Area = 'localStorage' | 'sessionStorage'

/** A stored value if it has the expected type. Other programs or older pages may have stored something else. */
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

/** The keys that begin with a text. */
export function keysOf(area: Area, start: string): string[] {
  try {
    return Object.keys(globalThis[area]).filter((key) => key.startsWith(start))
  } catch {
    return []
  }
}

/** Stores a value as JSON. False if storage is full or blocked; the value then lives only on the screen. */
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
    // Unreachable storage contains nothing.
  }
}

export const isText = (value: unknown): value is string => typeof value === 'string'
