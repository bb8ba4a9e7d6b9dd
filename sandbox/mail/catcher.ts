import type { AddressInfo } from 'node:net'
import { SMTPServer, type SMTPServerDataStream } from 'smtp-server'
import { createMailFaults, type MailFaults } from './faults.ts'
import { openMailStore, type MailStore } from './store.ts'

const LARGEST = 25 * 1024 * 1024

/** A mail server that keeps what it is given, and delivers nothing. */
export interface MailCatcher {
  /** Where to send mail to: `smtp://127.0.0.1:49152`. */
  smtpUrl: string
  store: MailStore
  faults: MailFaults
  close(): Promise<void>
}

/** Starts it on a free port of this machine, which nobody else can reach. */
export async function startMailCatcher(dataFile: string, now: () => number = Date.now): Promise<MailCatcher> {
  const store = openMailStore(dataFile, now)
  const faults = createMailFaults()
  const server = new SMTPServer({
    name: 'sandbox.mail',
    banner: 'stores every email, delivers none',
    authOptional: true,
    // Neither is of use on one machine, and the built-in certificate would be refused.
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
      readAll(stream)
        .then((raw) => store.keep(raw, recipients))
        .then(
          () => {
            const lost = recipients.some((address) => faults.take(['lost_response'], address))
            answer(lost ? refusal(421, '4.4.2 Sandbox: connection lost') : null)
          },
          () => answer(refusal(451, '4.3.0 Sandbox: storing the email failed')),
        )
    },
  })
  // A client that goes away in the middle of a mail; nobody has to hear of it.
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
