// `npm run dev`: restarts the server when its code changes; the web uses hot reload.
import { ensureInstalled } from './lib/install.mjs'
import { findNode } from './lib/node.mjs'
import { at } from './lib/paths.mjs'
import { print } from './lib/print.mjs'
import { forwardSignals, startChild } from './lib/serve.mjs'

await ensureInstalled()
const port = process.env.PORT ?? '8080'
const webPort = process.env.WEB_PORT ?? '5173'
const api = `http://127.0.0.1:${port}`

const node = findNode()
const server = startChild(
  node,
  ['--watch', '--watch-preserve-output', '--disable-warning=ExperimentalWarning', at('server', 'src', 'main.ts')],
  { env: { PORT: port } },
)
const web = startChild(
  node,
  [at('node_modules', 'vite', 'bin', 'vite.js'), '--port', webPort, '--strictPort', '--clearScreen', 'false'],
  { cwd: at('web'), env: { GREENROOM_API: api } },
)
print(`Web, with hot reload: http://localhost:${webPort}`)
print(`Server, restarted on changes: ${api}`)

const children = [server, web]
forwardSignals(children)
process.exitCode = await Promise.race(children.map((child) => child.ended))
for (const child of children) child.kill('SIGTERM')
await Promise.all(children.map((child) => child.ended))
