import http from 'node:http'
import path from 'node:path'
import { onTestFinished } from 'vitest'
import { freshDatabase } from '../databases/databases.ts'
import { freePort } from '../databases/postgres.ts'
import { spawnServer } from './server-process.ts'

/** A process of the built server that ends with the test. */
export function start(env: Record<string, string>, ...flags: string[]) {
  const child = spawnServer(env, flags)
  onTestFinished(() => void child.kill('SIGKILL'))
  const said = { out: '', errors: '' }
  child.stderr.on('data', (text) => (said.errors += String(text)))
  const ended = new Promise<{ code: number | null; out: string; errors: string }>((resolve) => {
    child.once('close', (code) => resolve({ code, ...said }))
  })
  const ready = new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (text) => {
      said.out += String(text)
      if (said.out.includes(' is ready: ')) resolve()
    })
    void ended.then((end) => reject(new Error(`Ended before it was ready: ${JSON.stringify(end)}`)))
  })
  ready.catch(() => {})
  return { child, ready, ended }
}

/** A data folder with an initialized database, and a free port. */
export async function freshEnv() {
  const { where, dispose } = await freshDatabase('embedded')
  onTestFinished(dispose)
  return { DATA_DIR: path.dirname((where as { dir: string }).dir), PORT: String(await freePort()) }
}

export function get(port: string, address: string, headers: Record<string, string> = {}): Promise<number> {
  return new Promise((resolve, reject) => {
    http
      .get({ port, path: address, headers, agent: false, host: '127.0.0.1' }, (response) => {
        response.resume()
        response.on('end', () => resolve(response.statusCode!))
      })
      .on('error', reject)
  })
}
