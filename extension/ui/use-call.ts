import { useCallback, useEffect, useRef, useState } from 'react'
import type { Answer, Request } from '../../contract/api/endpoints.ts'
import { CallFailed } from '../../contract/api/client.ts'
import { type CallName, isWithheld } from '../calls.ts'
import { call } from '../messages.ts'
import { useCachedAnswer } from '../stored.ts'

export interface Called<Name extends CallName> {
  /** From before, until the new answer is there. With an `error`, it may be out of date. */
  data: Answer<Name> | undefined
  error: CallFailed | null
  isLoading: boolean
  reload: () => Promise<void>
}

/**
 * An answer of the host's Boomtime: the last one at once, then the current one. Without a request, nothing is called.
 */
export function useCall<Name extends CallName>(name: Name, request: Request<Name> | null): Called<Name> {
  const key = request && JSON.stringify(request)
  const cached = useCachedAnswer(name, request ?? ({} as Request<Name>))
  const [settled, setSettled] = useState<{ key: string; answer?: Answer<Name>; error?: CallFailed } | null>(
    null,
  )
  const [isReloading, setReloading] = useState(false)
  const latest = useRef(0)
  const load = useCallback(async () => {
    const turn = ++latest.current
    if (key === null) return
    const result = await call(name, JSON.parse(key) as Request<Name>).then(
      (answer) => ({ key, answer }),
      (error: unknown) => ({ key, error: error instanceof CallFailed ? error : new CallFailed(0, null) }),
    )
    if (latest.current !== turn) return
    setSettled(result)
    setReloading(false)
  }, [name, key])
  useEffect(() => {
    void load()
  }, [load])
  const reload = useCallback(() => {
    setReloading(key !== null)
    return load()
  }, [key, load])
  const current = settled?.key === key ? settled : null
  const error = current?.error ?? null
  return {
    data: key === null || (error && isWithheld(error)) ? undefined : (cached ?? current?.answer),
    error,
    isLoading: key !== null && (current === null || isReloading),
    reload,
  }
}
