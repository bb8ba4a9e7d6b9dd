import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { spawnGroup } from '../testing/server/spawn-group.ts'

/** A project whose build calls programs that do nothing. */
function smallProject() {
  // Containers mount the folder in memory without the right to run programs from it.
  const root = fs.mkdtempSync(path.join(os.tmpdir(), 'boomtime-build-'))
  onTestFinished(() => fs.rmSync(root, { recursive: true, force: true }))
  const folders = ['scripts', 'server/db/migrations', 'dist/web/host', 'dist/web/public', 'node_modules/.bin']
  for (const folder of folders) fs.mkdirSync(path.join(root, folder), { recursive: true })
  const locks = 'node_modules/fs-native-extensions'
  fs.symlinkSync(path.join(import.meta.dirname, '..', locks), path.join(root, locks))
  const write = (file: string, text: string) => fs.writeFileSync(path.join(root, file), text, { mode: 0o755 })
  fs.copyFileSync(path.join(import.meta.dirname, 'build.mjs'), path.join(root, 'scripts/build.mjs'))
  for (const script of ['empty-database', 'bundle-packages']) write(`scripts/${script}.mjs`, '')
  for (const program of ['tsc', 'vite']) write(`node_modules/.bin/${program}`, '#!/bin/sh\n')
  write('package-lock.json', '{}')
  return {
    root,
    write,
    build() {
      const { status, stdout, stderr } = spawnSync(process.execPath, [path.join(root, 'scripts/build.mjs')], {
        encoding: 'utf8',
      })
      return { status, said: stdout + stderr }
    },
  }
}

test.skipIf(process.platform === 'win32')('needs no development packages once it is built', () => {
  const { root, write, build } = smallProject()
  expect(build()).toEqual({ status: 0, said: 'Building…\n' })
  // As npm prune --omit=dev does, which writes the lock file again.
  fs.rmSync(path.join(root, 'node_modules/.bin'), { recursive: true })
  fs.utimesSync(path.join(root, 'package-lock.json'), 0, 0)
  expect(build()).toEqual({ status: 0, said: '' })

  write('package-lock.json', '{ "packages": {} }')
  const missing = 'Boomtime has to be built, but the packages that build it are missing: run npm ci.\n'
  expect(build()).toEqual({ status: 1, said: missing })
  write('package-lock.json', '{}')
  expect(build()).toEqual({ status: 0, said: '' })
})

test.skipIf(process.platform === 'win32').each(['server', 'web/host', 'web/public'])(
  'builds again after dist/%s was removed',
  (folder) => {
    const { root, write, build } = smallProject()
    write('node_modules/.bin/vite', '#!/bin/sh\nmkdir -p dist/web/host dist/web/public\n')
    build()
    fs.rmSync(path.join(root, 'dist', folder), { recursive: true })
    expect(build()).toEqual({ status: 0, said: 'Building…\n' })
    expect(build()).toEqual({ status: 0, said: '' })
  },
)

test.skipIf(process.platform === 'win32')('two builds at once build once', async () => {
  const { root, write } = smallProject()
  write(
    'node_modules/.bin/tsc',
    `#!/bin/sh\necho compiling\nwhile [ ! -e '${root}/may-end' ]; do sleep 0.05; done\n`,
  )
  const start = () => spawnGroup(process.execPath, [path.join(root, 'scripts/build.mjs')], { cwd: root })
  const first = start()
  await vi.waitFor(() => expect(first.said()).toContain('compiling'), { timeout: 20_000 })
  const second = start()
  await vi.waitFor(() => expect(second.said()).toContain('…'), { timeout: 20_000 })
  const ended = Promise.all([first, second].map(({ child }) => once(child, 'close')))
  write('may-end', '')
  expect(await ended).toEqual([
    [0, null],
    [0, null],
  ])
  expect([first.said(), second.said()]).toEqual(['Building…\ncompiling\n', 'Waiting for another build…\n'])
})
