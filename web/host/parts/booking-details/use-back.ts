import { useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'

/** While a dialog is open, Back closes it instead of what is below. */
export function useBack(isOpen: boolean, onBack: () => void): void {
  const { history } = useRouter()
  const goBack = useEffectEvent(onBack)
  useEffect(() => {
    if (!isOpen) return
    return history.block({
      enableBeforeUnload: false,
      blockerFn({ action }) {
        if (action === 'BACK') goBack()
        return action === 'BACK'
      },
    })
  }, [history, isOpen])
}
