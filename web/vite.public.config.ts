import react from '@vitejs/plugin-react'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'

/** The invitee's pages: a small bundle of their own for the browser, and with `--ssr` the same for the server. */
export default defineConfig(({ isSsrBuild }) => ({
  root: fileURLToPath(new URL('.', import.meta.url)),
  base: '/',
  publicDir: false,
  plugins: [react()],
  // The server's build is loaded by a path of its own, so it brings React along.
  ...(isSsrBuild && { ssr: { noExternal: true } }),
  build: isSsrBuild
    ? {
        outDir: '../dist/web/public-server',
        emptyOutDir: true,
        rollupOptions: { input: 'public-pages/server.tsx' },
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
        rollupOptions: { input: 'public-pages/client.tsx' },
      },
}))
