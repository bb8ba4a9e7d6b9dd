import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'

const START_TIMEOUT_MS = 30_000
/** The oldest version that the extension supports. */
const MIN_VERSION = 142
const HEADLESS = ['--headless', '--no-remote', '--remote-debugging-port', '0']

const preferences = {
  // Grants what the extension asks for, because a program can't answer the browser's question.
  'extensions.webextOptionalPermissionPrompts': false,
  'app.update.auto': false,
  'datareporting.policy.dataSubmissionEnabled': false,
}

/** A Firefox that can load the extension; null if none is installed. */
export function firefoxBrowser(): string | null {
  const files = [
    '/usr/bin/firefox-esr',
    '/usr/bin/firefox',
    '/Applications/Firefox.app/Contents/MacOS/firefox',
  ]
  return files.find((file) => fs.existsSync(file) && versionOf(file) >= MIN_VERSION) ?? null
}

/** The builds of the extension that journeys load, by their names in `scripts/build-extension.mjs`. */
export const extensionBuilds = (): string[] => ['test', ...(firefoxBrowser() === null ? [] : ['firefox'])]

function versionOf(file: string): number {
  try {
    return Number(/\d+/.exec(execFileSync(file, ['--version'], { encoding: 'utf8' }))?.[0] ?? 0)
  } catch {
    return 0
  }
}

/** A tab or frame. */
export interface BrowsingContext {
  context: string
  url: string
  children: BrowsingContext[] | null
}

type Reply = { id?: number; method?: string; error?: string; message?: string } & Record<
  'result' | 'params',
  Record<string, unknown>
>

export type Firefox = Awaited<ReturnType<typeof startFirefox>>

/** Starts a Firefox with a new profile, driven over WebDriver BiDi: Playwright's own Firefox can't load extensions. */
export async function startFirefox(executable: string) {
  const profile = fs.mkdtempSync(path.join(os.tmpdir(), 'firefox-'))
  const lines = Object.entries(preferences).map(([name, value]) => `user_pref("${name}", ${value});\n`)
  fs.writeFileSync(path.join(profile, 'user.js'), lines.join(''))
  const browser = spawn(executable, [...HEADLESS, '--profile', profile], {
    env: { ...process.env, HOME: profile },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const exited = once(browser, 'exit')
  const url = await new Promise<string>((resolve, reject) => {
    let printed = ''
    const fail = () => {
      browser.kill()
      reject(new Error(`Firefox did not start:\n${printed}`))
    }
    const timeout = setTimeout(fail, START_TIMEOUT_MS)
    void exited.then(fail)
    browser.stderr.on('data', (chunk) => {
      printed += String(chunk)
      const found = /WebDriver BiDi listening on (ws:\S+)/.exec(printed)
      if (!found) return
      clearTimeout(timeout)
      resolve(found[1]!)
    })
  })
  const socket = new WebSocket(`${url}/session`)
  await once(socket, 'open')
  const waiting = new Map<number, (reply: Reply) => void>()
  const events = new EventTarget()
  socket.addEventListener('message', ({ data }) => {
    const reply = JSON.parse(String(data)) as Reply
    if (reply.id !== undefined) waiting.get(reply.id)?.(reply)
    else events.dispatchEvent(new CustomEvent(reply.method!, { detail: reply.params }))
  })
  let count = 0
  const send = (method: string, params: object) =>
    new Promise<Record<string, unknown>>((resolve, reject) => {
      const id = ++count
      waiting.set(id, ({ error, message, result }) =>
        error === undefined ? resolve(result) : reject(new Error(`${method}: ${error}, ${message}`)),
      )
      socket.send(JSON.stringify({ id, method, params }))
    })
  await send('session.new', { capabilities: {} })
  return {
    send,
    /** The value of an expression in a page, if it is a string, number or boolean. */
    async evaluate(context: string, expression: string): Promise<unknown> {
      const options = { awaitPromise: true, target: { context } }
      const reply = await send('script.evaluate', { expression, ...options })
      if (reply['type'] !== 'success') throw new Error(JSON.stringify(reply['exceptionDetails']))
      return (reply['result'] as { value?: unknown }).value
    },
    async tabs(): Promise<BrowsingContext[]> {
      return (await send('browsingContext.getTree', {}))['contexts'] as BrowsingContext[]
    },
    async open(page: string): Promise<string> {
      const context = (await send('browsingContext.create', { type: 'tab' }))['context'] as string
      await send('browsingContext.navigate', { context, url: page, wait: 'complete' })
      return context
    },
    /** Shows `html` for every request to a host. */
    async stub(hostname: string, html: string): Promise<void> {
      events.addEventListener('network.beforeRequestSent', (event) => {
        const { isBlocked, request } = (event as CustomEvent).detail as {
          isBlocked: boolean
          request: { request: string }
        }
        const headers = [
          { name: 'content-type', value: { type: 'string', value: 'text/html; charset=utf-8' } },
        ]
        const body = { type: 'string', value: html }
        if (isBlocked)
          void send('network.provideResponse', { request: request.request, statusCode: 200, headers, body })
      })
      await send('session.subscribe', { events: ['network.beforeRequestSent'] })
      const urlPatterns = [{ type: 'pattern', protocol: 'https', hostname }]
      await send('network.addIntercept', { phases: ['beforeRequestSent'], urlPatterns })
    },
    async [Symbol.asyncDispose]() {
      browser.kill()
      await exited
      fs.rmSync(profile, { recursive: true, force: true })
    },
  }
}
