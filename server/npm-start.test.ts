import { spawn } from 'node:child_process'
import path from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { freshEnv, get } from '../testing/started-server.ts'
import { openDatabase } from './db/open.ts'

// The test starts processes, which takes longer when others run in parallel.
vi.setConfig({ testTimeout: 90_000 })

test.skipIf(process.platform === 'win32').each(['npm start', 'the script that it runs'])(
  'ending %s also ends the server and releases its data folder',
  async (what) => {
    const env = await freshEnv()
    const isNpm = what === 'npm start'
    const args = isNpm ? ['start'] : ['scripts/start.mjs']
    const child = spawn(isNpm ? 'npm' : process.execPath, args, {
      cwd: path.join(import.meta.dirname, '..'),
      env: { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '', LOG_LEVEL: 'warn', ...env },
      // A group of its own, so that a failing test can end all of it.
      detached: true,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    onTestFinished(() => {
      try {
        process.kill(-child.pid!, 'SIGKILL')
      } catch {
        // Everything has ended.
      }
    })
    let said = ''
    child.stdout.on('data', (text) => (said += String(text)))
    await expect.poll(() => said, { timeout: 60_000 }).toContain(' is ready: ')
    // npm passes SIGTERM to its shell alone. The script may also be killed by force.
    child.kill(isNpm ? 'SIGTERM' : 'SIGKILL')
    await expect.poll(() => get(env.PORT, '/healthz').catch(() => 'refused')).toBe('refused')
    const open = () => openDatabase({ dir: path.join(env.DATA_DIR, 'database') })
    const { close } = await vi.waitFor(open, { timeout: 20_000, interval: 100 })
    await close()
  },
)
