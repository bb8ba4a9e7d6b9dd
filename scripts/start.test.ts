import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { spawnGroup } from '../testing/server/spawn-group.ts'

/** A project whose build has a step that takes a minute. */
function smallProject() {
  const root = fs.mkdtempSync(path.join(os.tmpdir(), 'boomtime-start-'))
  onTestFinished(() => fs.rmSync(root, { recursive: true, force: true }))
  fs.mkdirSync(path.join(root, 'scripts'))
  for (const script of ['start.mjs', 'load-env.mjs'])
    fs.copyFileSync(path.join(import.meta.dirname, script), path.join(root, 'scripts', script))
  fs.writeFileSync(
    path.join(root, 'scripts/build.mjs'),
    `import { execFileSync } from 'node:child_process'
    const step = "setTimeout(() => {}, 60_000); console.log('building')"
    execFileSync(process.execPath, ['-e', step], { stdio: 'inherit' })`,
  )
  fs.writeFileSync(path.join(root, 'package.json'), '{ "scripts": { "start": "node scripts/start.mjs" } }')
  return root
}

test.skipIf(process.platform === 'win32').each([
  ['npm', 'SIGTERM'],
  ['node', 'SIGTERM'],
  // Closing the terminal.
  ['node', 'SIGHUP'],
] as const)('ending %s with %s also ends the build and its steps', async (what, signal) => {
  const root = smallProject()
  const args = what === 'npm' ? ['start'] : [path.join(root, 'scripts/start.mjs')]
  const PATH = [path.dirname(process.execPath), process.env['PATH']].join(path.delimiter)
  const { child, said } = spawnGroup(what, args, {
    cwd: root,
    env: { PATH, HOME: root },
  })
  await vi.waitFor(() => expect(said()).toContain('building'), { timeout: 20_000 })
  // The pipe closes once every process that writes to it has ended.
  const closed = new Promise((resolve) => child.once('close', resolve))
  child.kill(signal)
  await closed
})
