import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'

/**
 * Preact, which behaves like React 19 at a tenth of its size: on a slow phone, downloading and starting React would
 * take longer than everything else together.
 */
const react = {
  'react/jsx-runtime': 'preact/compat/jsx-runtime',
  'react-dom/client': 'preact/compat/client',
  'react-dom/server': 'preact-render-to-string',
  react: 'preact/compat',
}

/** What the booking form shares with the confirmation, and the booking page doesn't need before. */
const ofForms =
  /\/web\/fields\/|\/contract\/(custom-fields|email|pages)|\/booking-messages|\/web\/invitee\/address/

/**
 * The server-rendered pages. For browsers, a small bundle for invitees and a tiny one for marketing pages; with
 * `--ssr`, all of them for the server.
 */
export default defineConfig(({ isSsrBuild }) => ({
  root: fileURLToPath(new URL('.', import.meta.url)),
  base: '/',
  publicDir: false,
  resolve: { alias: react },
  // The server's build is loaded from its own path, so it includes React.
  ...(isSsrBuild && { ssr: { noExternal: true } }),
  build: isSsrBuild
    ? {
        outDir: '../dist/web/public-server',
        emptyOutDir: true,
        // Pictures get the same addresses as in the build for browsers.
        assetsDir: 'public-assets',
        assetsInlineLimit: 0,
        rolldownOptions: { input: { invitee: 'invitee/server.tsx', site: 'site/server.tsx' } },
        ssr: true,
      }
    : {
        outDir: '../dist/web/public',
        emptyOutDir: true,
        assetsDir: 'public-assets',
        manifest: true,
        target: ['chrome123', 'edge123', 'firefox128', 'safari17.5'],
        assetsInlineLimit: 0,
        modulePreload: { polyfill: false },
        rolldownOptions: {
          output: {
            // Otherwise there is a file for each set of pages that share something, and each takes a kilobyte of headers.
            codeSplitting: {
              groups: [
                { name: 'page', minShareCount: 3, test: (id) => !ofForms.test(id), priority: 1 },
                { name: 'forms', minShareCount: 2, test: ofForms },
              ],
            },
          },
          input: [
            'invitee/booking/client.tsx',
            'invitee/booking/change-client.tsx',
            'invitee/client.tsx',
            'site/client.ts',
            'worker/keep-confirmations.ts',
          ],
        },
      },
}))
