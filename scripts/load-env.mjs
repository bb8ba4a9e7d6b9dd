// Adds the settings of a `.env` in this folder to those that the process is given, which take precedence.
import fs from 'node:fs'
import path from 'node:path'
import { parseEnv } from 'node:util'

const file = path.resolve('.env')
for (const [name, value] of Object.entries(parseEnv(decode(read())))) process.env[name] ??= value

function read() {
  try {
    return fs.readFileSync(file)
  } catch (error) {
    if (error.code === 'ENOENT') return new Uint8Array()
    return refuse(`${file} can't be read (${error.code}). Change its permissions, or move it somewhere else.`)
  }
}

/** Without the byte order mark of some editors, which would become part of the first setting's name. */
function decode(bytes) {
  // As in UTF-16, whose settings would all be lost.
  if (bytes.includes(0)) return refuse(`${file} isn't UTF-8. Save it in that encoding.`)
  return new TextDecoder().decode(bytes)
}

function refuse(problem) {
  console.error(problem)
  process.exit(1)
}
