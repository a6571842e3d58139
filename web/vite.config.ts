import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { precompress } from './build/precompress.ts'

const api = process.env['GREENROOM_API'] ?? 'http://127.0.0.1:8080'

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), precompress()],
  build: {
    outDir: 'dist',
    target: 'es2023',
    emptyOutDir: true,
    // Small assets stay files: the content policy has no `data:` for scripts and styles.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
  },
  server: {
    port: 5173,
    strictPort: false,
    proxy: Object.fromEntries(
      ['/cms', '/files', '/docs/api', '/healthz'].map((path) => [path, { target: api, changeOrigin: false }]),
    ),
  },
})
