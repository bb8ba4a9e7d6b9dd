import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const root = path.join(import.meta.dirname, '..')
const readJson = (file: string) => JSON.parse(fs.readFileSync(file, 'utf8')) as unknown

interface Configuration {
  extends?: string
  references?: { path: string }[]
}

/** The file and every one that it extends or references. */
function reach(file: string, reached = new Set<string>()): Set<string> {
  if (reached.has(file)) return reached
  reached.add(file)
  const { extends: base, references = [] } = readJson(file) as Configuration
  const folder = path.dirname(file)
  if (base !== undefined) reach(path.join(folder, base), reached)
  for (const reference of references) reach(path.join(folder, reference.path, 'tsconfig.json'), reached)
  return reached
}

test('the archive for Mozilla has every TypeScript configuration that the build reads', () => {
  const sources = readJson(path.join(root, 'extension/sources.json')) as string[]
  const needed = [...reach(path.join(root, 'extension/tsconfig.json'))].map((file) =>
    path.relative(root, file).replaceAll(path.sep, '/'),
  )
  expect(needed).toContain('web/tsconfig.json')
  expect(
    needed.filter((file) => !sources.some((source) => file === source || file.startsWith(`${source}/`))),
  ).toEqual([])
})
