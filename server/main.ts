import cluster from 'node:cluster'
import { enableCompileCache, flushCompileCache } from 'node:module'
import path from 'node:path'
import { pino } from 'pino'
import { product } from '../contract/product.ts'
import { logDestination } from './adapters/log-destination.ts'
import { say } from './adapters/say.ts'
import { sayReady } from './cluster/siblings.ts'
import { type Config, parseConfig } from './config/config.ts'
import { fail } from './commands/fail.ts'

async function main(): Promise<void> {
  const config = parseConfig(process.env)
  const log = pino({ level: config.logLevel }, logDestination(1))
  if (config.mode === 'production' && config.operator === null && cluster.isPrimary) {
    log.warn('set OPERATOR_NAME and OPERATOR_EMAIL: the privacy policy and the terms name nobody')
  }
  if (config.processes > 1 && cluster.isPrimary) {
    const { runProcesses } = await import('./cluster/primary.ts')
    return runProcesses({ processes: config.processes, log, onReady: () => announce(config) })
  }
  // The next start compiles nothing again. Where the folder can't be written, it does.
  enableCompileCache(path.join(import.meta.dirname, '../.compile-cache'))
  // The primary process never loads it.
  const { serve } = await import('./serve.ts')
  await serve(config, log)
  flushCompileCache()
  if (cluster.isWorker) sayReady()
  else announce(config)
}

function announce({ mode, publicUrl }: Config): void {
  const note = mode === 'sandbox' ? ' (sandbox: nothing leaves this machine)' : ''
  say(1, `${product.name} is ready: ${publicUrl}${note}`)
}

main().catch(fail)
