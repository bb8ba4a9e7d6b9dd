import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { fileURLToPath } from 'node:url'
import { defineConfig, type Plugin } from 'vite'
import { type BrowserName, manifest } from './manifest.ts'

const file = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const target = ['chrome123', 'firefox142']

/**
 * `--mode chrome`, `--mode firefox` or `--mode test`, each in its own folder. The content script has a build of its
 * own (`CONTENT_SCRIPT`), because it can't import anything at run time.
 */
export default defineConfig(({ mode }) => {
  const isTest = mode === 'test'
  const browser: BrowserName = mode === 'firefox' ? 'firefox' : 'chrome'
  const outDir = file(`../dist/extension/${mode}`)
  if (process.env['CONTENT_SCRIPT']) {
    return {
      root: file('.'),
      publicDir: false,
      build: {
        outDir,
        emptyOutDir: false,
        target,
        rollupOptions: {
          input: file('calendar/main.ts'),
          output: { format: 'iife', entryFileNames: 'calendar.js' },
        },
      },
    }
  }
  return {
    root: file('.'),
    base: '/',
    publicDir: false,
    plugins: [react(), tailwindcss(), withoutHtml(), manifestFile(browser, isTest)],
    build: {
      outDir,
      emptyOutDir: true,
      target,
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      rollupOptions: {
        input: {
          background: file('background/main.ts'),
          ...Object.fromEntries(['popup', 'panel', 'options'].map((page) => [page, file(`${page}.html`)])),
        },
        output: {
          entryFileNames: ({ name }) => (name === 'background' ? 'background.js' : 'assets/[name]-[hash].js'),
        },
      },
    },
  }
})

/** The extension never writes HTML. Mozilla's linter warns of every place that could, and React has some. */
function withoutHtml(): Plugin {
  return {
    name: 'without-html',
    transform: (code, id) =>
      id.includes('/react-dom/') ? code.replaceAll('.innerHTML = ', '.textContent = ') : undefined,
  }
}

function manifestFile(browser: BrowserName, isTest: boolean): Plugin {
  return {
    name: 'manifest',
    generateBundle() {
      const source = `${JSON.stringify(manifest({ browser, isTest }), null, 2)}\n`
      this.emitFile({ type: 'asset', fileName: 'manifest.json', source })
    },
  }
}
