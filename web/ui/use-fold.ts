import { useState } from 'react'

/**
 * Whether a folded section is open; null until somebody has opened or closed it. An error in it opens it. When the error
 * is gone, it stays open, because somebody may still be typing.
 */
export function useFold(hasError: boolean): [boolean | null, (isOpen: boolean) => void] {
  const [isOpen, setIsOpen] = useState<boolean | null>(hasError || null)
  const [hadError, setHadError] = useState(hasError)
  if (hasError !== hadError) {
    setHadError(hasError)
    if (hasError) setIsOpen(true)
  }
  return [isOpen, setIsOpen]
}
