import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

/** A project whose build calls programs that do nothing. */
function smallProject() {
  // Containers mount the folder in memory without the right to run programs from it.
  const root = fs.mkdtempSync(path.join(os.tmpdir(), 'boomtime-build-'))
  onTestFinished(() => fs.rmSync(root, { recursive: true, force: true }))
  const folders = ['scripts', 'server/db/migrations', 'dist/web/host', 'dist/web/public', 'node_modules/.bin']
  for (const folder of folders) fs.mkdirSync(path.join(root, folder), { recursive: true })
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
