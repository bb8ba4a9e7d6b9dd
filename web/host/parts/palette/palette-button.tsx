import { Search } from 'lucide-react'
import { useEffect, useState } from 'react'
import { buttonClass } from '../../../ui/button.tsx'
import { preload } from '../lazy-load.ts'
import { lazyPart } from '../lazy-part.tsx'

const load = async () => (await import('./command-palette.tsx')).CommandPalette
preload(load)
const CommandPalette = lazyPart(load)

/** Opens the palette, as Ctrl+K and Cmd+K do. */
export function PaletteButton() {
  const [isOpen, setIsOpen] = useState(false)
  useEffect(() => {
    function onKeyDown(key: KeyboardEvent) {
      if (key.key.toLowerCase() !== 'k' || !(key.ctrlKey || key.metaKey) || key.shiftKey || key.altKey) return
      key.preventDefault()
      // Whatever is open has the focus, and closes first.
      if (document.querySelector('[role=dialog], [role=alertdialog]') === null) setIsOpen(true)
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [])
  return (
    <>
      <button
        type="button"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => setIsOpen(true)}
        className={buttonClass({ variant: 'quiet' })}
      >
        <Search aria-hidden="true" />
        <span className="max-sm:sr-only">Search</span>
        <kbd aria-hidden="true" className="rounded-sm border border-line px-1.5 text-xs max-lg:hidden">
          {/Mac|iPhone|iPad/.test(navigator.platform) ? '⌘K' : 'Ctrl K'}
        </kbd>
      </button>
      {isOpen && <CommandPalette onClose={() => setIsOpen(false)} />}
    </>
  )
}
