import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { SMTPServer, type SMTPServerDataStream } from 'smtp-server'
import { createMailFaults, type MailFault, type MailFaults } from './faults.ts'
import { openMailStore, type MailStore } from './store.ts'

const SLOW_MS = 2000
const LARGEST = 25 * 1024 * 1024

/** A mail server that stores every email and delivers none. */
export interface MailCatcher {
  /** The server's URL: `smtp://127.0.0.1:49152`. */
  smtpUrl: string
  store: MailStore
  faults: MailFaults
  close(): Promise<void>
}

/** Starts the server on a free port that only this machine can reach. */
export async function startMailCatcher(dataFile: string, now: () => number = Date.now): Promise<MailCatcher> {
  const store = openMailStore(dataFile, now)
  const faults = createMailFaults()
  const server = new SMTPServer({
    name: 'sandbox.mail',
    banner: 'stores every email, delivers none',
    authOptional: true,
    // Neither is useful on a single machine, and clients would reject the built-in certificate.
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    lenientAddressParsing: true,
    size: LARGEST,
    closeTimeout: 200,
    onConnect(_session, answer) {
      const fault = faults.take(['hang', 'temporary'], null)
      if (fault?.kind === 'hang') return
      answer(fault && refusal(421, '4.3.2 Sandbox: not available now'))
    },
    onRcptTo({ address }, _session, answer) {
      const fault = faults.take(['hang', 'temporary', 'refuse'], address)
      if (fault?.kind === 'hang') return
      if (fault?.kind === 'temporary') return answer(refusal(451, `4.3.0 Sandbox: not now for <${address}>`))
      answer(fault && refusal(550, `5.1.1 Sandbox: <${address}> is unknown`))
    },
    onData(stream, session, answer) {
      const recipients = session.envelope.rcptTo.map(({ address }) => address)
      const isFaulty = (kind: MailFault['kind']) => recipients.some((address) => faults.take([kind], address))
      readAll(stream)
        .then((raw) => store.keep(raw, recipients))
        .then(() => (isFaulty('slow') ? delay(SLOW_MS, undefined, { ref: false }) : undefined))
        .then(
          () => {
            if (!isFaulty('lost_response')) return answer(null)
            for (const one of server.connections) if (one.session.id === session.id) one.close()
          },
          () => answer(refusal(451, '4.3.0 Sandbox: storing the email failed')),
        )
    },
  })
  // A client that disconnects in the middle of an email; there is nothing to report.
  server.on('error', () => {})
  await new Promise<void>((resolve, reject) => {
    server.server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.server.address() as AddressInfo
  return {
    smtpUrl: `smtp://127.0.0.1:${port}`,
    store,
    faults,
    async close() {
      await new Promise<void>((resolve) => server.close(() => resolve()))
      store.close()
    },
  }
}

async function readAll(stream: SMTPServerDataStream): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  for await (const chunk of stream) chunks.push(chunk as Uint8Array)
  return Buffer.concat(chunks)
}

const refusal = (responseCode: number, message: string) => Object.assign(new Error(message), { responseCode })
