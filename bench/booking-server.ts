// The process whose bookings `throughput.ts` counts and `staleness.ts` waits for: the whole server, without background
// work, on the database and with the sandbox Google of the process that starts it.
import process from 'node:process'
import { startTestApp } from '../testing/server/test-app.ts'

export interface Started {
  origin: string
}

const [databaseUrl, googleOrigin] = process.argv.slice(2)
const app = await startTestApp({
  databaseUrl: databaseUrl!,
  googleOrigin: googleOrigin!,
  trustProxy: 1,
  encryptionKey: Buffer.alloc(32, 7),
})
process.on('message', () => process.send!(process.cpuUsage()))
process.once('disconnect', () => void app.close().finally(() => process.exit()))
process.send!({ origin: app.origin } satisfies Started)
