import type { CSSProperties } from 'react'
import { Toaster } from 'sonner'

const colours = {
  '--normal-bg': 'var(--raised)',
  '--normal-text': 'var(--ink)',
  '--normal-border': 'var(--line)',
  '--success-bg': 'var(--success-tint)',
  '--success-text': 'var(--success)',
  '--success-border': 'var(--line)',
  '--warning-bg': 'var(--warning-tint)',
  '--warning-text': 'var(--warning)',
  '--warning-border': 'var(--line)',
  '--error-bg': 'var(--danger-tint)',
  '--error-text': 'var(--danger)',
  '--error-border': 'var(--danger)',
  '--border-radius': 'var(--radius-lg)',
  fontFamily: 'inherit',
} as CSSProperties

export function Toasts({ theme }: { theme: 'system' | 'light' | 'dark' }) {
  return (
    <Toaster
      theme={theme}
      richColors
      closeButton
      // Below the header, because the buttons that save, cancel or move are at the ends of lines, forms and dialogs, and a phone's
      // keyboard is at the bottom.
      position="top-center"
      offset={{ top: '4.5rem' }}
      mobileOffset={{ top: '4.5rem' }}
      visibleToasts={4}
      style={colours}
      toastOptions={{
        classNames: {
          toast: 'shadow-lg',
          title: 'wrap-anywhere',
          description: 'wrap-anywhere',
          actionButton: 'h-8! px-3! text-sm! pointer-coarse:h-11!',
        },
      }}
    />
  )
}
