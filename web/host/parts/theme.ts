import { useSyncExternalStore } from 'react'

export type Theme = 'system' | 'light' | 'dark'

const listeners = new Set<() => void>()

function currentTheme(): Theme {
  const { theme } = document.documentElement.dataset
  return theme === 'light' || theme === 'dark' ? theme : 'system'
}

/** Stored in `localStorage` for `public/theme.js`, which applies it before the first paint of the next visit. */
export function chooseTheme(theme: Theme) {
  if (theme === 'system') {
    delete document.documentElement.dataset['theme']
    localStorage.removeItem('theme')
  } else {
    document.documentElement.dataset['theme'] = theme
    localStorage.setItem('theme', theme)
  }
  for (const listener of listeners) listener()
}

export function useTheme(): Theme {
  return useSyncExternalStore((listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }, currentTheme)
}
