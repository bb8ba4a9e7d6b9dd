import react from '@vitejs/plugin-react'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'

/**
 * The server-rendered pages. For browsers, a small bundle for invitees and a tiny one for marketing pages; with
 * `--ssr`, all of them for the server.
 */
export default defineConfig(({ isSsrBuild }) => ({
  root: fileURLToPath(new URL('.', import.meta.url)),
  base: '/',
  publicDir: false,
  plugins: [react()],
  // The server's build is loaded from its own path, so it includes React.
  ...(isSsrBuild && { ssr: { noExternal: true } }),
  build: isSsrBuild
    ? {
        outDir: '../dist/web/public-server',
        emptyOutDir: true,
        rollupOptions: { input: { invitee: 'invitee/server.tsx', site: 'site/server.tsx' } },
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
        rollupOptions: { input: ['invitee/booking/client.tsx', 'invitee/client.tsx', 'site/client.ts'] },
      },
}))
