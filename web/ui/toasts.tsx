import type { CSSProperties } from 'react'
import { Toaster } from 'sonner'

const colors = {
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
  '--width': '30rem',
  // Inside the window.
  '--toast-close-button-transform': 'translate(-35%, -5%)',
  fontFamily: 'inherit',
} as CSSProperties

export function Toasts({ theme }: { theme: 'system' | 'light' | 'dark' }) {
  return (
    <Toaster
      theme={theme}
      richColors
      closeButton
      // Over the header, because the buttons that save, cancel or move are below it, and a phone's keyboard is at the
      // bottom.
      position="top-center"
      offset={{ top: '0.125rem' }}
      mobileOffset={{ top: '0.125rem' }}
      visibleToasts={4}
      style={colors}
      toastOptions={{
        classNames: {
          // Two lines aren't taller than the header.
          toast: 'py-1.5! shadow-lg',
          title: 'wrap-anywhere',
          description: 'wrap-anywhere',
          actionButton: 'h-8! px-3! text-sm! pointer-coarse:h-11!',
        },
      }}
    />
  )
}
