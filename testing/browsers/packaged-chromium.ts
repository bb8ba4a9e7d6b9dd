import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { createBrotliDecompress } from 'node:zlib'

/** A browser's executable and its environment. */
export interface Browser {
  executablePath: string
  env: Record<string, string | undefined>
}

/**
 * The Chromium from an npm package, unpacked to node_modules/.cache on first use. It includes its libraries and a font,
 * so it is the same everywhere.
 */
export async function packagedChromium(): Promise<Browser> {
  const folder = fileURLToPath(new URL('..', import.meta.resolve('@sparticuz/chromium')))
  const { version } = JSON.parse(fs.readFileSync(path.join(folder, 'package.json'), 'utf8')) as {
    version: string
  }
  const unpacked = path.join(folder, '../../.cache', `chromium-${version}`)
  if (!fs.existsSync(unpacked)) await unpack(path.join(folder, 'bin'), unpacked)
  return {
    executablePath: path.join(unpacked, 'chromium'),
    env: {
      ...process.env,
      LD_LIBRARY_PATH: path.join(unpacked, 'lib'),
      FONTCONFIG_FILE: path.join(unpacked, 'fonts.conf'),
    },
  }
}

/** Unpacks next to `target` and renames, so that the folder is always complete. */
async function unpack(from: string, target: string): Promise<void> {
  fs.mkdirSync(path.dirname(target), { recursive: true })
  const dir = fs.mkdtempSync(`${target}-`)
  const decompress = async (archive: string, file: string) => {
    await pipeline(
      fs.createReadStream(path.join(from, archive)),
      createBrotliDecompress(),
      fs.createWriteStream(path.join(dir, file), { mode: 0o755 }),
    )
    return path.join(dir, file)
  }
  await decompress('chromium.br', 'chromium')
  for (const archive of ['al2023.tar', 'fonts.tar']) {
    const tar = await decompress(`${archive}.br`, archive)
    execFileSync('tar', ['-xf', tar, '-C', dir])
    fs.rmSync(tar)
  }
  fs.writeFileSync(path.join(dir, 'fonts.conf'), fontConfiguration(target))
  try {
    fs.renameSync(dir, target)
  } catch (error) {
    // Another process was faster.
    if (!fs.existsSync(target)) throw error
    fs.rmSync(dir, { recursive: true })
  }
}

const fontConfiguration = (dir: string) => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${path.join(dir, 'fonts')}</dir>
  <cachedir>${path.join(dir, 'font-cache')}</cachedir>
</fontconfig>
`
