import { type FormEvent, useEffect, useRef, useState } from 'react'
import { product } from '../../contract/product.ts'
import { Button } from '../../web/ui/button.tsx'
import { Logo } from '../../web/ui/logo.tsx'
import { TextField } from '../../web/ui/text-field.tsx'
import { send } from '../messages.ts'
import { permissionFor, serverOrigin } from '../server-address.ts'
import { type Connection, useConnectError, useConnection } from '../stored.ts'
import { AllowAgain } from '../ui/allow-again.tsx'
import { ConnectAgain, NOT_ALLOWED } from '../ui/connect-again.tsx'
import { useIsAllowed } from '../ui/use-is-allowed.ts'

/** Connects the extension to the host's Boomtime, or disconnects it. */
export function Options() {
  const connection = useConnection()
  /** The address that was just disconnected, and whether its server knows. */
  const [disconnected, setDisconnected] = useState<Disconnected | null>(null)
  return (
    <main className="mx-auto grid max-w-lg gap-8 px-4 py-12">
      <Logo name={product.name} credit={product.credit} />
      <section className="grid gap-4 rounded-xl border border-line bg-surface p-6 shadow-sm">
        {connection?.token ? (
          <Connected connection={connection} onDisconnected={setDisconnected} />
        ) : (
          <>
            {connection && <ConnectAgain origin={connection.origin} allow={() => allow(connection.origin)} />}
            {!connection && disconnected?.isRevoked === false && (
              <p role="status" className="rounded-md bg-warning-tint px-3 py-2 wrap-anywhere text-warning">
                Disconnected in this browser. We couldn’t reach {disconnected.host}, so also disconnect it
                there, under Settings.
              </p>
            )}
            <ConnectForm
              isFocused={!connection && disconnected !== null}
              title={connection ? 'Or connect to another address' : `Connect your ${product.name}`}
            />
          </>
        )}
      </section>
      <p className="text-sm text-muted">
        The extension has access only to Google Calendar’s page and the address you enter here. It stores the
        connection and, until you close the browser, the last bookings it showed you.
      </p>
    </main>
  )
}

/** Call it directly from a click. */
const allow = (origin: string) => chrome.permissions.request({ origins: [permissionFor(origin)] })

const ADDRESS_PROBLEM = 'Enter an address such as https://meet.example.com.'

interface Disconnected {
  host: string
  isRevoked: boolean
}

function ConnectForm({ title, isFocused }: { title: string; isFocused: boolean }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (isFocused) heading.current?.focus()
  }, [isFocused])
  const [address, setAddress] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [fieldError, setFieldError] = useState<string | undefined>()
  const [problem, setProblem] = useState<string | null>(null)
  const connectError = useConnectError()
  const submit = async (submission: FormEvent) => {
    submission.preventDefault()
    const origin = serverOrigin(address)
    setProblem(null)
    setFieldError(origin === null ? ADDRESS_PROBLEM : undefined)
    if (origin === null) return
    // Nothing may be awaited before this: browsers ask only right after a click.
    const asked = allow(origin)
    setBusy(true)
    try {
      if (await asked) await send({ kind: 'connect', origin })
      else setProblem(NOT_ALLOWED)
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error))
    }
    setBusy(false)
  }
  const shown = problem ?? connectError
  return (
    <form className="grid gap-4" noValidate onSubmit={(submission) => void submit(submission)}>
      <h1 ref={heading} tabIndex={-1} className="text-lg font-semibold outline-none">
        {title}
      </h1>
      {shown && (
        <p role="alert" className="rounded-md bg-danger-tint px-3 py-2 text-danger">
          {shown}
        </p>
      )}
      <TextField
        label={`Address of your ${product.name}`}
        hint="The address where you sign in. We open it in a new tab, where you approve the connection."
        error={fieldError}
        placeholder="https://"
        value={address}
        onChange={setAddress}
      />
      <Button type="submit" variant="primary" isBusy={isBusy} className="justify-self-start">
        Connect
      </Button>
    </form>
  )
}

interface ConnectedProps {
  connection: Connection
  onDisconnected: (disconnected: Disconnected | null) => void
}

function Connected({ connection: { origin }, onDisconnected }: ConnectedProps) {
  const [isBusy, setBusy] = useState(false)
  const { host } = new URL(origin)
  const isAllowed = useIsAllowed(origin)
  const disconnect = async () => {
    setBusy(true)
    onDisconnected(null)
    try {
      const { isRevoked } = (await send({ kind: 'disconnect' })) as { isRevoked: boolean }
      onDisconnected({ host, isRevoked })
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <div>
        <h1 className="text-lg font-semibold">Connected</h1>
        <p className="wrap-anywhere text-muted">
          This browser is connected to{' '}
          <a href={origin} target="_blank" rel="noopener" className="text-brand underline underline-offset-2">
            {host}
          </a>
          . Open a booking in Google Calendar to see its answers.
        </p>
      </div>
      {!isAllowed && <AllowAgain origin={origin} onAllow={() => void allow(origin)} />}
      <Button isBusy={isBusy} className="justify-self-start" onClick={() => void disconnect()}>
        Disconnect
      </Button>
    </>
  )
}
