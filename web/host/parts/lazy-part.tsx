import { type ComponentType, type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { LoadError } from '../../ui/load-error.tsx'
import { toasts } from '../data/toasts.ts'

export interface Closable {
  isOpen?: boolean
  onClose?: () => void
}

/**
 * A part of a screen that loads when it is shown. Unlike with React's `lazy`, a failure leaves the screen alone, and
 * there can be another try: what can be closed is closed with a toast, anything else offers it in its place.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  fallback: ReactNode = null,
) {
  let loaded: ComponentType<Props> | null = null
  const loadOnce = async () => (loaded ??= await load())
  return function LazyPart(props: Props & Closable) {
    const { isOpen = true, onClose } = props
    const [Part, setPart] = useState(() => loaded)
    const [state, setState] = useState<'loading' | 'failed' | 'retrying'>('loading')
    const fail = useEffectEvent(() => {
      if (!onClose) return setState('failed')
      toasts.partNotLoaded()
      onClose()
    })
    const isDue = !Part && isOpen && state !== 'failed'
    useEffect(() => {
      if (!isDue) return
      let isWanted = true
      loadOnce().then(
        (part) => isWanted && setPart(() => part),
        () => isWanted && fail(),
      )
      return () => {
        isWanted = false
      }
    }, [isDue])
    if (Part) return <Part {...props} />
    return state === 'loading' ? (
      <>{fallback}</>
    ) : (
      <LoadError
        title="We couldn’t load this part of the app"
        // After an update, its file has another name, and trying again never helps.
        advice="Check your connection and try again, or reload the page."
        isFetching={state === 'retrying'}
        onRetry={() => setState('retrying')}
      />
    )
  }
}
