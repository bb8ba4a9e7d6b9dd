import { crc32, deflateSync } from 'node:zlib'

const SIZE = 96
const SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')

/** A person's picture as a PNG: a white head and shoulders on a color that the digits of their `sub` choose. */
export function drawPicture(sub: string): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(SIZE, 0)
  header.writeUInt32BE(SIZE, 4)
  // Eight bits per pixel, which are the number of a color.
  header.set([8, 3], 8)
  const colors = Buffer.from([...rgbOf(Number(sub.replaceAll(/\D/g, '').slice(0, 7)) % 360), 255, 255, 255])
  // Each row begins with the number of its filter, which is none.
  const rows = Array.from({ length: SIZE }, (_, y) => [
    0,
    ...Array.from({ length: SIZE }, (_pixel, x) => colorAt(x, y)),
  ])
  const parts = {
    IHDR: header,
    PLTE: colors,
    IDAT: deflateSync(Buffer.from(rows.flat())),
    IEND: Buffer.alloc(0),
  }
  return Buffer.concat([SIGNATURE, ...Object.entries(parts).map(([type, data]) => chunk(type, data))])
}

const colorAt = (x: number, y: number) =>
  Number(Math.hypot(x - 48, y - 38) < 17 || Math.hypot((x - 48) / 34, (y - 92) / 30) < 1)

/** The channels of `hsl(hue 45% 40%)`. */
const rgbOf = (hue: number) =>
  [0, 8, 4].map((offset) => {
    const k = (offset + hue / 30) % 12
    return Math.round(255 * (0.4 - 0.18 * Math.max(-1, Math.min(k - 3, 9 - k, 1))))
  })

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type), data])
  const ends = Buffer.alloc(8)
  ends.writeUInt32BE(data.length, 0)
  ends.writeUInt32BE(crc32(named), 4)
  return Buffer.concat([ends.subarray(0, 4), named, ends.subarray(4)])
}
