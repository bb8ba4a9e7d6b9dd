import fs from 'node:fs'
import path from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { spawnGroup } from '../testing/server/spawn-group.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { freshEnv, get } from '../testing/server/started-server.ts'
import { openDatabase } from './db/open.ts'

// The test starts processes, which takes longer when others run in parallel.
vi.setConfig({ testTimeout: 90_000 })

test.skipIf(process.platform === 'win32').each(['npm start', 'the script that it runs'])(
  'ending %s also ends the server and releases its data folder',
  async (what) => {
    const settings = await freshEnv()
    const isNpm = what === 'npm start'
    const root = path.join(import.meta.dirname, '..')
    const { PATH = '', HOME = '' } = process.env
    // Whatever a developer's own `.env` says.
    const env = { PATH, HOME, LOG_LEVEL: 'warn', BOOMTIME_MODE: 'sandbox', DATABASE_URL: '' }
    const folder = temporaryFolder('start')
    onTestFinished(() => fs.rmSync(folder, { recursive: true, force: true }))
    // What a `.env` sets counts unless the environment sets it too.
    const lines = Object.entries({ ...settings, LOG_LEVEL: 'nonsense' }).map(
      ([name, value]) => `${name}=${value}`,
    )
    fs.writeFileSync(path.join(folder, '.env'), `${lines.join('\n')}\nDATABASE_URL=\n`)
    const args = isNpm ? ['start'] : [path.join(root, 'scripts/start.mjs')]
    const { child, said } = spawnGroup(isNpm ? 'npm' : process.execPath, args, {
      cwd: isNpm ? root : folder,
      env: isNpm ? { ...env, ...settings } : env,
    })
    await expect.poll(said, { timeout: 60_000 }).toContain(' is ready: ')
    // npm passes SIGTERM to its shell alone. The script may also be killed by force.
    child.kill(isNpm ? 'SIGTERM' : 'SIGKILL')
    await expect.poll(() => get(settings.PORT, '/healthz').catch(() => 'refused')).toBe('refused')
    const open = () => openDatabase({ dir: path.join(settings.DATA_DIR, 'database') })
    const { close } = await vi.waitFor(open, { timeout: 20_000, interval: 100 })
    await close()
  },
)
