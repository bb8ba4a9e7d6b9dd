import type { ReactNode } from 'react'

/**
 * An editor's main buttons, the first one to save, as the last part of its side panel. On narrow screens they stick to
 * the end of the window, so the panel must not be a box of its own there.
 */
export function EditorBar({ className, children }: { className: string; children: ReactNode }) {
  return (
    <div
      className={`editor-bar z-20 flex flex-row-reverse flex-wrap gap-2 lg:flex-col max-lg:sticky max-lg:bottom-0 max-lg:-mx-4 max-lg:border-t max-lg:border-line max-lg:bg-surface max-lg:px-4 max-lg:py-3 max-lg:*:first:grow sm:max-lg:-mx-8 sm:max-lg:px-8 ${className}`}
    >
      {children}
    </div>
  )
}
