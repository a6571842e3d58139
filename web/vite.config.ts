import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { precompress } from './build/precompress.ts'

const api = process.env['GREENROOM_API'] ?? 'http://127.0.0.1:8080'

// What every page needs comes in two files, and not in fifty: the platform, and the kit's ground.
const platform =
  /node_modules\/(react|react-dom|scheduler|react-router|i18next|react-i18next|use-sync-external-store)\//
const ground = new RegExp(
  [
    'node_modules/@mantine/core/esm/core/',
    'node_modules/@mantine/core/esm/components/(UnstyledButton|Button|Input|InputBase|PasswordInput|TextInput|Text|Title|Anchor|Stack|Group|ActionIcon|Alert|Loader|CloseButton|Notification|Paper|Transition|Portal)/',
    'node_modules/@mantine/(notifications|store)/',
    'web/src/(api/(?!query|push)|i18n/[a-z]+\\.ts|session/(cookies|notice|messages)|theme/[A-Za-z]+\\.tsx?$)',
    'contract/src/(call|limits)',
  ].join('|'),
)

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
    // The charts' library, in a chunk of its own that comes with the first chart.
    chunkSizeWarningLimit: 600,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'platform', test: platform, priority: 2 },
            { name: 'ground', test: ground, priority: 1 },
            // What several screens share, by who shares it; crumbs join their nearest neighbour instead of a file each.
            { name: 'shared', minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: 1_200 },
          ],
        },
      },
    },
  },
  server: {
    port: 5173,
    strictPort: false,
    proxy: Object.fromEntries(
      ['/cms', '/files', '/docs/api', '/healthz'].map((path) => [path, { target: api, changeOrigin: false }]),
    ),
  },
})
