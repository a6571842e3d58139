// Starts the simulated live app. Reports progress as lines of JSON.
import { runApp } from './app.ts'
import { openHalts } from './halts.ts'
import { readSettings, type Settings, usage } from './settings.ts'

const ending = new AbortController()
const end = () => ending.abort(new Error('asked to stop'))

/** A child must not outlive its parent, whose end closes our standard input and changes our parent process. */
function endWithParent(): void {
  const parent = process.ppid
  process.stdin.on('end', end).on('close', end).on('error', end).resume()
  setInterval(() => {
    if (process.ppid !== parent) end()
  }, 1_000).unref()
}

function settingsOrEnd(): Settings {
  try {
    return readSettings(process.argv.slice(2), process.env)
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n${usage}`)
    process.exit(2)
  }
}

const settings = settingsOrEnd()
process.on('SIGTERM', end)
process.on('SIGINT', end)
// The process reading our output may be gone.
process.stdout.on('error', end)
if (settings.child) endWithParent()
const print = (what: Record<string, unknown>) => console.log(JSON.stringify(what))
const check = await runApp(settings, ending.signal, print, settings.child ? openHalts(process.stdin, print) : undefined)
if (check) console.log(JSON.stringify({ check }))
process.exit(check && check.wrong.length > 0 ? 1 : 0)
