import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const references = (dir: string) => {
  const { references: list } = JSON.parse(
    fs.readFileSync(path.join(import.meta.dirname, dir, 'tsconfig.json'), 'utf8'),
  ) as { references: { path: string }[] }
  return list.map((reference) => path.posix.normalize(path.posix.join('web', dir, reference.path)))
}

test('the compiler rejects imports from one bundle to another', () => {
  expect(references('.')).toEqual(['availability', 'contract'])
  for (const bundle of ['host', 'invitee', 'site', 'worker']) {
    expect(references(bundle)).toEqual(['availability', 'contract', 'web'])
  }
})

test.each(['host/screens', 'invitee', 'site'])('screens of %s never import one another', (bundle) => {
  const dir = path.join(import.meta.dirname, bundle)
  const files = fs
    .readdirSync(dir, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
  const screens = new Set(
    files.filter((file) => /(-screens?|-page|shell)\.tsx$/.test(file)).map((file) => path.dirname(file)),
  )
  screens.delete('.')
  expect(screens.size).toBeGreaterThan(1)
  const crossings = files.flatMap((file) => {
    const owner = file.split(path.sep)[0]!
    if (!screens.has(owner)) return []
    const source = fs.readFileSync(path.join(dir, file), 'utf8')
    return [...source.matchAll(/(?:from|import) '(\.[^']+)'/g)]
      .map(([, imported]) => path.join(path.dirname(file), imported!))
      .filter(
        (imported) => screens.has(imported.split(path.sep)[0]!) && !imported.startsWith(owner + path.sep),
      )
      .map((imported) => `${file} imports ${imported}`)
  })
  expect(crossings).toEqual([])
})
