import fs from 'node:fs'
import path from 'node:path'

/**
 * Makes a folder of time zone files (RFC 9636) like an operating system's. `hours`: how far ahead of UTC each zone is,
 * all year round.
 */
export function writeZoneFolder(dir: string, release: string, hours: Readonly<Record<string, number>>): void {
  const zones = Object.entries(hours)
  fs.mkdirSync(dir, { recursive: true })
  fs.writeFileSync(
    path.join(dir, 'tzdata.zi'),
    [`# version ${release}`, ...zones.map(([name, ahead]) => `Z ${name} ${ahead} - X`), ''].join('\n'),
  )
  for (const [name, ahead] of zones) {
    const file = path.join(dir, name)
    fs.mkdirSync(path.dirname(file), { recursive: true })
    fs.writeFileSync(file, zoneFile(ahead))
  }
}

function zoneFile(hoursAhead: number): Buffer {
  const header = Buffer.alloc(44)
  header.write('TZif2')
  // One offset, whose name has three letters and a zero byte.
  header.writeUInt32BE(1, 36)
  header.writeUInt32BE(4, 40)
  const offset = Buffer.alloc(10)
  offset.writeInt32BE(hoursAhead * 3600)
  offset.write('LMT', 6)
  // In POSIX rules, west is positive.
  const footer = Buffer.from(`\n<LMT>${-hoursAhead}\n`)
  return Buffer.concat([header, offset, header, offset, footer])
}
