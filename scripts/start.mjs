// `npm start`: installs, builds what changed, and runs the server. Needs only Node 20.19 or newer and npm.
import { ensureBuilt } from './lib/build.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { findNode } from './lib/node.mjs'
import { at } from './lib/paths.mjs'
import { giveUp } from './lib/print.mjs'
import { forwardSignals, startChild } from './lib/serve.mjs'

await ensureInstalled()
const failure = await ensureBuilt()
if (failure !== undefined) giveUp(`${failure}\nBuilding the web failed; see the output above.`)

const options = [
  '--disable-warning=ExperimentalWarning',
  // A smaller young generation: the idle server uses 40 MiB less, and collects a little more often.
  '--max-semi-space-size=8',
  // Collect when the heap has grown by two fifths: by itself V8 lets it grow several times as large during a long export.
  '--heap-growing-percent=40',
  '--import',
  `${new URL('lib/follow-parent.mjs', import.meta.url)}`,
]
const server = startChild(findNode(), [...options, at('server', 'src', 'main.ts'), ...process.argv.slice(2)], {
  env: {
    // Node's compile cache, for a faster next start.
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? at('.cache', 'compiled'),
    // glibc keeps a memory pool for each thread otherwise, which leaves some 8 MB unused.
    MALLOC_ARENA_MAX: process.env.MALLOC_ARENA_MAX ?? '2',
  },
})
forwardSignals([server])
process.exitCode = await server.ended
