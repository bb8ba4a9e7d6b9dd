import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '../testing/temporary-folder.ts'

/** A folder, and what a process gets from the `.env` in it. */
function folderOfSettings() {
  // Processes see it without symbolic links.
  const folder = fs.realpathSync(temporaryFolder('settings'))
  onTestFinished(() => fs.rmSync(folder, { recursive: true, force: true }))
  return {
    file: path.join(folder, '.env'),
    load() {
      const script = path.join(import.meta.dirname, 'load-env.mjs')
      const code = `await import(${JSON.stringify(pathToFileURL(script).href)}); console.log(process.env.PORT, process.env.HOST)`
      const { PATH = '' } = process.env
      const { status, stdout, stderr } = spawnSync(
        process.execPath,
        ['--input-type=module', '--eval', code],
        { cwd: folder, env: { PATH, HOST: 'given' }, encoding: 'utf8' },
      )
      return { status, out: stdout.trim(), errors: stderr.trim() }
    },
  }
}

test('a byte order mark belongs to no setting', () => {
  const { file, load } = folderOfSettings()
  fs.writeFileSync(file, '\u{FEFF}PORT=4000\r\nHOST=other\r\n')
  expect(load()).toEqual({ status: 0, out: '4000 given', errors: '' })
})

test('a file in another encoding is refused instead of ignored', () => {
  const { file, load } = folderOfSettings()
  // As PowerShell writes it, and without its mark.
  for (const mark of ['\u{FEFF}', '']) {
    fs.writeFileSync(file, `${mark}PORT=4000\r\n`, 'utf16le')
    expect(load()).toEqual({ status: 1, out: '', errors: `${file} isn't UTF-8. Save it in that encoding.` })
  }
  // What is written in another one may be a comment.
  fs.writeFileSync(file, '# für Mails\nPORT=4000\n', 'latin1')
  expect(load()).toEqual({ status: 0, out: '4000 given', errors: '' })
})

test("what can't be read is refused in one sentence", () => {
  const { file, load } = folderOfSettings()
  expect(load()).toEqual({ status: 0, out: 'undefined given', errors: '' })
  // Permissions don't stop root, which containers run tests as.
  fs.mkdirSync(file)
  const errors = `${file} can't be read (EISDIR). Change its permissions, or move it somewhere else.`
  expect(load()).toEqual({ status: 1, out: '', errors })
})
