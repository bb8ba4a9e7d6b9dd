import { useMemo } from 'react'
import { encode } from 'uqr'
import { Button } from '../../../ui/button.tsx'
import { download } from '../../data/download.ts'

/** Modules of quiet space on each side, as ISO/IEC 18004 asks for. */
const BORDER = 4
/** Of a PNG's side. */
const MIN_PIXELS = 1024

interface QrCodeProps {
  link: string
  /** Of the saved files, without an ending. */
  fileName: string
}

/**
 * A link as a QR code, to look at and to save. It is dark on light in any theme, because some scanners read nothing
 * else.
 */
export function QrCode({ link, fileName }: QrCodeProps) {
  const { size, path } = useMemo(() => modulesOf(link), [link])
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" width="${MIN_PIXELS}" height="${MIN_PIXELS}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path d="${path}"/></svg>`
  return (
    <div className="flex flex-wrap items-center gap-4">
      <svg
        role="img"
        aria-label="QR code of the booking link"
        viewBox={`0 0 ${size} ${size}`}
        shapeRendering="crispEdges"
        className="size-36 rounded-md border border-line forced-color-adjust-none"
      >
        <path d={`M0 0h${size}v${size}H0z`} fill="#fff" />
        <path d={path} fill="#000" />
      </svg>
      <div className="grid gap-2">
        <Button size="sm" onClick={() => void savePng(svg, size, fileName)}>
          Save as PNG
        </Button>
        <Button
          size="sm"
          onClick={() => download(new Blob([svg], { type: 'image/svg+xml' }), `${fileName}.svg`)}
        >
          Save as SVG
        </Button>
      </div>
    </div>
  )
}

/** The dark modules as a path. */
function modulesOf(link: string): { size: number; path: string } {
  const { size, data } = encode(link, { ecc: 'M', border: BORDER })
  const path = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return { size, path }
}

async function savePng(svg: string, size: number, fileName: string): Promise<void> {
  // Whole pixels for each module keep the edges sharp.
  const pixels = size * Math.ceil(MIN_PIXELS / size)
  const image = new Image()
  image.src = `data:image/svg+xml,${encodeURIComponent(svg)}`
  await image.decode()
  const canvas = new OffscreenCanvas(pixels, pixels)
  canvas.getContext('2d')!.drawImage(image, 0, 0, pixels, pixels)
  download(await canvas.convertToBlob({ type: 'image/png' }), `${fileName}.png`)
}
