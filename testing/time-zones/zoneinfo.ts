import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import zlib from 'node:zlib'
import { onTestFinished } from 'vitest'

const FIXTURE = path.join(import.meta.dirname, 'fixtures/zoneinfo-2026f.json.br')

/** The release of `compiledZones`. */
export const COMPILED_RELEASE = '2026f'

/**
 * Every zone and alias of release 2026f as a TZif file, made by `zic -b slim`. The time zone database and its compiled
 * files are in the public domain.
 */
export function compiledZones(): Map<string, Buffer> {
  const text = zlib.brotliDecompressSync(readFileSync(FIXTURE)).toString()
  const { files, zones } = JSON.parse(text) as { files: string[]; zones: Record<string, number> }
  return new Map(Object.entries(zones).map(([name, index]) => [name, Buffer.from(files[index]!, 'base64')]))
}

/** A folder like /usr/share/zoneinfo, for the current test. */
export function zoneinfoFolder(release: string, files: ReadonlyMap<string, Buffer>): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'zoneinfo-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  writeZoneinfo(folder, release, files)
  return folder
}

export function writeZoneinfo(folder: string, release: string, files: ReadonlyMap<string, Buffer>): void {
  for (const [name, file] of files) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true })
    writeFileSync(path.join(folder, name), file)
  }
  writeFileSync(
    path.join(folder, 'tzdata.zi'),
    [`# version ${release}`, ...[...files.keys()].map((name) => `Z ${name} 0 - X`), ''].join('\n'),
  )
}
