import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'
import { pagesOf, paths } from '../contract/pages/pages.ts'

const server = 'http://127.0.0.1:3000'

/** What only a few screens share. The others load without it. */
const sharedByFew = [
  { name: 'booking-details', minShareCount: 2, test: /[\\/]parts[\\/]booking-details[\\/]/ },
  { name: 'editor', minShareCount: 2, test: /[\\/]parts[\\/](editor|drafts)[\\/]/ },
  { name: 'fields', minShareCount: 2, test: /[\\/](field-editor|@dnd-kit)[\\/]|[\\/]sortable-list\./ },
  { name: 'hours', minShareCount: 2, test: /[\\/]parts[\\/](hours|rules)[\\/]/ },
]

export default defineConfig({
  root: fileURLToPath(new URL('./host', import.meta.url)),
  base: '/',
  publicDir: '../public',
  plugins: [react(), tailwindcss()],
  build: {
    outDir: '../../dist/web/host',
    emptyOutDir: true,
    // All of these browsers support `light-dark()`, which an older target would transpile.
    target: ['chrome123', 'edge123', 'firefox128', 'safari17.5'],
    // The page's policy forbids data: URLs for fonts and scripts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // Ad blockers refuse files named after what they block: EasyPrivacy has a rule `/assets/analytics-`.
        chunkFileNames: ({ name }) => `assets/${name.replace('analytics-', '')}-[hash].js`,
        // Otherwise there is a file for each icon, and a screen takes a hundred requests.
        codeSplitting: {
          groups: [
            { name: 'app', tags: ['$initial'], priority: 1 },
            {
              name: 'shared',
              minShareCount: 2,
              test: (id) => !sharedByFew.some((part) => part.test.test(id)),
            },
            ...sharedByFew,
          ],
        },
      },
    },
  },
  server: {
    proxy: Object.fromEntries(
      [
        ...pagesOf('site').map((name) => `${paths[name]}(\\?|$)`),
        '/(robots.txt|sitemap.xml)$',
        '/(api|sandbox|book|booking-confirmation|event-not-found|event-not-accepting|photos|public-assets)(/|$)',
      ].map((path) => [`^${path}`, server]),
    ),
  },
})
