// Writes `.br` and `.gz` beside each built text file: the server sends them as they are and compresses nothing itself.
import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { minify, type Plugin } from 'vite'

const compressible = /\.(js|css|html|svg|json|txt)$/
/** Below this the header costs more than compression saves. */
const smallest = 512

async function compressFile(path: string): Promise<void> {
  const content = await readFile(path)
  if (content.length < smallest) return
  const [brotli, gzipped] = await Promise.all([
    promisify(brotliCompress)(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
    promisify(gzip)(content, { level: 9 }),
  ])
  await writeFile(`${path}.br`, brotli)
  await writeFile(`${path}.gz`, gzipped)
}

/**
 * The vite plugin. `index.html` is left out: the server fills in its placeholders, so it's never sent as it is here.
 */
export function precompress(): Plugin {
  let outDir = ''
  return {
    name: 'greenroom:precompress',
    apply: 'build',
    configResolved(config) {
      outDir = join(config.root, config.build.outDir)
    },
    async closeBundle() {
      const exists = await stat(outDir).catch(() => undefined)
      if (!exists) return
      const files = await readdir(outDir, { recursive: true })
      // Copied from `public/` as they are.
      for (const name of ['start.js', 'again.js']) {
        const path = join(outDir, name)
        const { code } = await minify(path, await readFile(path, 'utf8'), { module: name === 'again.js' })
        await writeFile(path, code)
      }
      const chosen = files.filter((file) => compressible.test(file) && file !== 'index.html')
      await Promise.all(chosen.map((file) => compressFile(join(outDir, file))))
    },
  }
}
