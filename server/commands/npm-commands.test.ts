import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { freshDatabase } from '../../testing/databases/databases.ts'
import { production } from '../../testing/server/environment.ts'
import { temporaryFolder } from '../../testing/temporary-folder.ts'

// The tests start processes, which takes longer when others run in parallel.
vi.setConfig({ testTimeout: 90_000 })

const root = path.join(import.meta.dirname, '../..')
const { scripts } = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>
}
const commands = Object.keys(scripts).filter((name) => scripts[name]!.includes(' dist/server/commands/'))

/** Runs an npm script in a folder of its own, with a `.env` and nothing else in the environment. */
function run(name: string, settings: Record<string, string>) {
  const folder = temporaryFolder('command')
  onTestFinished(() => fs.rmSync(folder, { recursive: true, force: true }))
  for (const shared of ['dist', 'scripts']) fs.symlinkSync(path.join(root, shared), path.join(folder, shared))
  fs.copyFileSync(path.join(root, 'package.json'), path.join(folder, 'package.json'))
  const lines = Object.entries(settings).map(([variable, value]) => `${variable}=${value}\n`)
  fs.writeFileSync(path.join(folder, '.env'), lines.join(''))
  const PATH = [path.dirname(process.execPath), process.env['PATH']].join(path.delimiter)
  const { status, stdout, stderr } = spawnSync('npm', ['run', '--silent', name], {
    cwd: folder,
    env: { PATH, HOME: folder },
    encoding: 'utf8',
  })
  return { status, stdout, stderr, hasData: fs.existsSync(path.join(folder, 'data')) }
}

test.skipIf(process.platform === 'win32').each(commands)('npm run %s reads .env', (name) => {
  expect(run(name, { LOG_LEVEL: 'loud' })).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(/^Invalid configuration:\n.*LOG_LEVEL must be one of .*\n$/),
  })
})

test.skipIf(process.platform === 'win32')('reencrypt says which database it changed', async () => {
  const { where, dispose } = await freshDatabase('postgres')
  onTestFinished(dispose)
  const url = new URL((where as { url: string }).url)
  // A server that trusts everyone ignores it.
  url.password ||= 'secret'
  const { status, stdout, hasData } = run('reencrypt', { ...production, DATABASE_URL: url.href })
  url.password = ''
  expect([status, hasData]).toEqual([0, false])
  expect(stdout).toContain(`Database: ${url.href}\nEncrypted 0 value(s) with the first key.\n`)
})

test.skipIf(process.platform === 'win32')('reencrypt refuses without a key', () => {
  expect(run('reencrypt', {})).toEqual({
    status: 1,
    stdout: '',
    stderr:
      "ENCRYPTION_KEY isn't set, so there is no key to replace. Set the variables that the server has.\n",
    hasData: false,
  })
})
