import { Check, Copy } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { Button } from '../../../ui/button.tsx'

const SHOWN_MS = 2000

interface CopyButtonProps {
  /** False if it couldn't copy. */
  onCopy: () => Promise<boolean>
  variant?: 'primary' | 'secondary'
  size?: 'sm' | 'md'
  /** If the text doesn't say what is copied. */
  label?: string
  isDisabled?: boolean
  children: ReactNode
}

/** A button that says in its place that it copied. */
export function CopyButton({
  onCopy,
  variant = 'secondary',
  size = 'md',
  label,
  isDisabled = false,
  children,
}: CopyButtonProps) {
  const [copies, setCopies] = useState(0)
  const [isShown, setIsShown] = useState(false)
  useEffect(() => {
    if (copies === 0) return
    const timer = setTimeout(() => setIsShown(false), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [copies])
  async function copy() {
    if (!(await onCopy())) return
    setCopies((count) => count + 1)
    setIsShown(true)
  }
  return (
    <>
      <Button
        variant={variant}
        size={size}
        disabled={isDisabled}
        aria-label={isShown ? undefined : label}
        onClick={() => void copy()}
      >
        {isShown ? <Check aria-hidden="true" /> : <Copy aria-hidden="true" />}
        {isShown ? 'Copied' : children}
      </Button>
      <span role="status" className="sr-only">
        {isShown && 'Copied'}
      </span>
    </>
  )
}
