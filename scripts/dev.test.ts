import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { spawnGroup } from '../testing/server/spawn-group.ts'

/** Ends when it is asked to, but not before the file `may-end` exists. */
const SERVER = `
  const fs = require('node:fs')
  const mayEnd = require('node:path').join(__dirname, '../../may-end')
  process.on('SIGTERM', () => {
    console.log('asked')
    setInterval(() => fs.existsSync(mayEnd) && process.exit(), 10)
  })
  setInterval(() => {}, 1000)
  console.log('started')`

/** A project whose build does nothing. */
function smallProject() {
  const root = fs.mkdtempSync(path.join(os.tmpdir(), 'boomtime-dev-'))
  onTestFinished(() => fs.rmSync(root, { recursive: true, force: true }))
  const folders = ['availability', 'contract', 'sandbox', 'server', 'web', 'scripts', 'dist/server']
  for (const folder of folders) fs.mkdirSync(path.join(root, folder), { recursive: true })
  for (const script of ['dev.mjs', 'load-env.mjs'])
    fs.copyFileSync(path.join(import.meta.dirname, script), path.join(root, 'scripts', script))
  fs.writeFileSync(path.join(root, 'scripts/build.mjs'), '')
  fs.writeFileSync(path.join(root, 'dist/server/main.js'), SERVER)
  return root
}

// Elsewhere, a process that is sent SIGTERM ends at once.
test.skipIf(process.platform === 'win32')(
  'changes while the server ends start it once, and nothing outlives npm run dev',
  async () => {
    const root = smallProject()
    const { child, said } = spawnGroup(process.execPath, [path.join(root, 'scripts/dev.mjs')], {
      cwd: root,
    })
    const count = (word: string) => said().split(word).length - 1
    const until = (word: string, times: number) =>
      vi.waitFor(() => expect(count(word)).toBeGreaterThanOrEqual(times), { timeout: 20_000 })
    // Unlike a file that is written, a folder is a single change.
    const change = (name: string) => fs.mkdirSync(path.join(root, 'server', name))
    await until('started', 1)
    change('one')
    await until('asked', 1)
    change('another')
    await until('asked', 2)
    fs.writeFileSync(path.join(root, 'may-end'), '')
    await until('started', 2)
    fs.rmSync(path.join(root, 'may-end'))
    // The pipe closes once every process that writes to it has ended.
    const closed = new Promise((resolve) => child.once('close', resolve))
    child.kill('SIGTERM')
    await until('asked', 3)
    change('late')
    await until('asked', 4)
    fs.writeFileSync(path.join(root, 'may-end'), '')
    await closed
    expect(count('started')).toBe(2)
  },
)
