// Makes one file of each package that has hundreds, because Node takes longer to find those than to run them. The build
// finds the copies in dist/node_modules before the originals.
import fs from 'node:fs'
import path from 'node:path'
import { build } from 'vite'

const packages = ['drizzle-orm', 'stripe', 'zod']
const root = path.join(import.meta.dirname, '..')
const dist = path.join(root, 'dist')
const compiled = fs
  .globSync('{availability,bench,contract,sandbox,server,testing}/**/*.js', { cwd: dist })
  .map((file) => fs.readFileSync(path.join(dist, file), 'utf8'))

for (const name of packages) {
  const { version, license } = JSON.parse(
    fs.readFileSync(path.join(root, 'node_modules', name, 'package.json'), 'utf8'),
  )
  const imports = new RegExp(`from ["']${name}(/[^"']+)?["']`, 'g')
  const paths = new Set(
    compiled.flatMap((text) => [...text.matchAll(imports)].map(([, below = '']) => below)),
  )
  const files = new Map([...paths].map((below) => [below, `index${below.replaceAll('/', '-')}`]))
  const outDir = path.join(dist, 'node_modules', name)
  await build({
    configFile: false,
    root,
    publicDir: false,
    logLevel: 'warn',
    ssr: { noExternal: [name] },
    build: {
      ssr: true,
      outDir,
      emptyOutDir: true,
      minify: false,
      rolldownOptions: {
        input: Object.fromEntries([...files].map(([below, file]) => [file, name + below])),
        output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
      },
    },
  })
  const exports = Object.fromEntries([...files].map(([below, file]) => [`.${below}`, `./${file}.js`]))
  const described = { name, version, license, type: 'module', exports }
  fs.writeFileSync(path.join(outDir, 'package.json'), JSON.stringify(described, null, 2))
}
