// Runs the simulated live app beside the server: a separate process that speaks only through the bridge.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { setPriority } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { demo } from '@greenroom/contract/access'
import { type DemoAccount, disableDemoAccounts, enableDemoAccounts, providerName } from '../access/index.ts'
import type { AnyHandler, BridgeClient, Clients } from '../bridge/index.ts'
import { type Config, isReachable } from '../config.ts'
import type { Round } from '../jobs/index.ts'
import { type Served, serve } from '../kit/calls/serve.ts'
import type { Clock } from '../kit/clock.ts'
import type { Database } from '../kit/database/database.ts'
import type { Seals } from '../kit/encryption/index.ts'
import type { Params } from '../params/index.ts'
import type { Chain, Chains } from '../rooms/chain/index.ts'
import { ensureHistory } from './historyMonths.ts'
import { connectVillage, disconnectVillage, type Owner, ownerOf, villageChains } from './simulatedChains.ts'
import * as store from './simulationStore.ts'
import { besideServer, loadVillage } from './village.ts'

const program = fileURLToPath(besideServer('src/main.ts'))

/** Restart delays in milliseconds: the first, doubled each time, up to the longest. */
const restart = { first: 1_000, longest: 60_000, fine: 120_000 }
const graceMs = 4_000
/** How often the owner of the simulated wallets checks for new instructions. */
const payEveryMs = 5_000

export type Simulation = {
  /**
   * Starts it if wanted, and disables its client and accounts if not.
   *
   * @param start.url where this server listens; `path` is the search path for programs (ffmpeg).
   */
  start(start: { url: string; path: string; print: (line: string) => void }): Promise<void>
  /** Whether this start runs one, and whether there are people already. */
  planned(): Promise<{ runs: boolean; empty: boolean }>
  /** Whether this server runs it, known once `planned` or `start` was called. */
  runs(): boolean
  /** True for the simulator's client, whose endpoint is a private address on this machine. */
  owns(client: Pick<BridgeClient, 'id' | 'endpoint'>): boolean
  /** Origin of its pictures and streams. */
  origins(): string[]
  routes: Served[]
  close(): Promise<void>
}

type Running = { ended: Promise<void>; stop: () => void; goOn: (until: Date | undefined) => void }

/** Messages from the simulator, one per line. `reached`: the history is answered up to this time, and goes on when we say so. */
type Line = {
  listening?: number
  progress?: number
  reached?: number
  filled?: { events: number; seconds: number; perSecond: number }
}

export function openSimulation(options: {
  config: Config
  database: Database
  clock: Clock
  seals: Seals
  clients: Clients
  params: Params
  /** The call of this name, the platform's zone, and the rooms' rounds: the fill does everything through them. */
  served: (name: string) => Served | undefined
  timeZone: () => string
  rounds: (clock: Clock) => readonly Round[]
  /** Receives the app's events. */
  handlers: readonly AnyHandler[]
  /** The chains' settings, to which the simulated chains are added, and one pass over a chain with another clock. */
  chains: Chains
  watch: (chain: Chain, clock: Clock) => Promise<void>
  onError: (error: unknown, where: string) => void
}): Simulation {
  const {
    config,
    database,
    clock,
    seals,
    clients,
    params,
    served,
    timeZone,
    rounds,
    handlers,
    chains,
    watch,
    onError,
  } = options
  const services = { database, params, served, timeZone, rounds, handlers }
  let clientId: number | null = null
  let port: number | null = null
  let progress = 0
  let accounts: DemoAccount[] = []
  let running: Running | null = null
  let timer: NodeJS.Timeout | undefined
  let owners: ReadonlyMap<Chain, Owner> = new Map()
  let paying: Promise<void> | null = null
  let payer: NodeJS.Timeout | undefined
  let closing = false
  let runs = false

  const planned = async () => {
    const kept = await store.keptSimulation(database)
    const empty = await store.hasNoPeople(database)
    const size = sizeToRun(config, kept, empty)
    runs = size !== null && existsSync(program)
    return { kept, empty, size }
  }

  const start: Simulation['start'] = async ({ url, path, print }) => {
    const { kept, empty, size } = await planned()
    if (size === null) {
      if (kept === null) return
      await disableDemoAccounts(database)
      await disconnectVillage(database, clock.now())
      if (kept.client_id !== null) await store.disableClient(database, kept.client_id)
      return
    }
    if (!runs) return print(`  The simulator is not installed: ${program} is missing.`)
    if (isSize(config.SIMULATE) && config.SIMULATE !== size)
      print(
        `  SIMULATE=${config.SIMULATE} is ignored: this installation has a ${size}, and the size is chosen once. For another, start with an empty DATA_DIR or database.`,
      )
    const interrupted = kept !== null && kept.filled_at === null && !empty
    await store.keepSimulation(database, size)
    let filled = kept?.size === size && kept.filled_at !== null
    const client = await store.enableClient(database, seals, clock.now(), filled ? 'filled' : 'filling')
    clientId = client.clientId
    if (!filled) await ensureHistory(database, clock.now())
    await clients.refresh()
    accounts = await enableDemoAccounts(database)
    const { planVillage } = await loadVillage()
    const schedule = planVillage(services, { watch, owners: () => owners }, clock.now(), onError)
    print(
      filled
        ? `  The simulated ${size} continues.`
        : `  A simulated ${size} is being filled with three months of history.`,
    )
    if (interrupted)
      print(
        '  The earlier start was interrupted: its history continues, but what it had begun of official content, promotion, guilds, agents and finance may stay unfinished. To begin again, stop and empty DATA_DIR or the database.',
      )

    const receive = async (line: Line) => {
      if (line.listening !== undefined) {
        port = line.listening
        await store.setEndpoint(database, client.clientId, `http://127.0.0.1:${port}/commands`)
        await clients.refresh()
        const origin = `http://127.0.0.1:${port}`
        const connected = connectVillage(chains, origin)
        owners = new Map(connected.map((chain) => [chain, ownerOf(origin, chain, client.secret)] as const))
        // A real chain gives no simulated addresses.
        const real = villageChains.filter((chain) => !connected.includes(chain))
        if (real.length > 0) await disconnectVillage(database, clock.now(), real)
        // A chain that lost its blocks restarts from the beginning.
        if (filled) for (const owner of owners.values()) await owner.live()
        payer ??= setInterval(payExported, payEveryMs).unref()
      }
      if (line.reached !== undefined) {
        // What staff do is done between the events before it and those after it.
        await schedule.run(new Date(line.reached))
        running?.goOn(schedule.next())
      }
      if (line.filled) {
        if (!filled) {
          accounts = await enableDemoAccounts(database)
          await store.markFilled(database)
          await clients.refresh()
        }
        filled = true
        const { events, seconds, perSecond } = line.filled
        print(
          `  The simulated ${size} is filled: ${events} events in ${Math.round(seconds)} s (${perSecond} a second).`,
        )
      }
    }
    let received = Promise.resolve()
    /** One line after another, except for the progress. */
    const receiveInTurn = (line: Line) => {
      if (line.progress !== undefined) progress = line.progress
      received = received.then(() => receive(line)).catch((error: unknown) => onError(error, 'simulation'))
    }
    let wait = restart.first
    const run = () => {
      if (closing) return
      const started = performance.now()
      running = spawnSimulator({
        size,
        url,
        path,
        filled,
        secret: client.secret,
        dataDir: join(config.DATA_DIR, 'simulator'),
        receive: receiveInTurn,
        complain: (text) => onError(text, 'simulator'),
      })
      void running.ended.then(() => {
        running = null
        if (closing) return
        wait = performance.now() - started > restart.fine ? restart.first : Math.min(restart.longest, wait * 2)
        timer = setTimeout(run, wait)
        timer.unref()
      })
    }
    run()
  }

  /** One after another, so that nothing is paid twice. */
  const payExported = () => {
    if (closing || paying) return
    paying = loadVillage()
      .then(({ ownerPays }) => ownerPays(services, owners, clock.now()))
      .catch((error: unknown) => onError(error, 'the simulated owner of the wallets'))
      .finally(() => {
        paying = null
      })
  }

  return {
    start,
    planned: async () => {
      const { empty } = await planned()
      return { runs, empty }
    },
    runs: () => runs,
    owns: (client) =>
      client.id === clientId && port !== null && client.endpoint === `http://127.0.0.1:${port}/commands`,
    origins: () => (port === null ? [] : [`http://127.0.0.1:${port}`]),
    routes: [
      serve(demo, async (context) => {
        const on = clientId !== null && !closing
        // Passwords are shown on this machine only, unless the simulation was requested explicitly.
        const shown = on && (config.SIMULATE !== undefined || context.fromHere)
        const provider = await providerName(context.database, config)
        return {
          running: on,
          progress: on ? progress : 0,
          accounts: shown ? accounts : [],
          ...(provider && { provider }),
        }
      }),
    ],
    async close() {
      closing = true
      clearTimeout(timer)
      clearInterval(payer)
      await paying
      const last = running
      if (!last) return
      last.stop()
      await last.ended
    },
  }
}

const isSize = (simulate: Config['SIMULATE']): simulate is store.SimulationSize =>
  simulate !== undefined && simulate !== 'off'

/**
 * The world size for this start, or null for none. A size is kept once its users are there: a second history would be added to the
 * first one.
 */
function sizeToRun(config: Config, kept: store.KeptSimulation | null, empty: boolean): store.SimulationSize | null {
  if (config.SIMULATE === 'off') return null
  if (isSize(config.SIMULATE)) return kept && !empty ? kept.size : config.SIMULATE
  // An external database belongs to someone; an empty embedded one is worth filling. Demo accounts are for this machine
  // only unless someone asks for more.
  if (config.DATABASE_URL !== undefined || isReachable(config)) return null
  if (kept) return kept.size
  return empty ? 'village' : null
}

function spawnSimulator(options: {
  size: store.SimulationSize
  url: string
  path: string
  secret: string
  filled: boolean
  dataDir: string
  receive: (line: Line) => void
  complain: (text: string) => void
}): Running {
  const args = [
    '--disable-warning=ExperimentalWarning',
    program,
    '--child',
    '--size',
    options.size,
    '--url',
    options.url,
  ]
  args.push('--data', options.dataDir)
  if (options.filled) args.push('--filled')
  const child = spawn(process.execPath, args, {
    // A secret must not be an argument: any user of the machine could read it.
    env: { PATH: options.path, GREENROOM_SECRET: options.secret },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  // The site's own use comes before its visitors.
  if (child.pid !== undefined)
    try {
      setPriority(child.pid, 5)
    } catch {
      // Not permitted on some systems.
    }
  createInterface({ input: child.stdout }).on('line', (text) => {
    try {
      options.receive(JSON.parse(text) as Line)
    } catch {
      options.complain(text)
    }
  })
  createInterface({ input: child.stderr }).on('line', options.complain)
  // Its end of the pipe may close before we notice.
  child.stdin.on('error', () => {})
  const ended = new Promise<void>((resolve) => {
    child.once('error', (error) => {
      options.complain(error.message)
      resolve()
    })
    child.once('close', () => resolve())
  })
  return {
    ended,
    goOn: (until) => child.stdin.write(`${JSON.stringify({ until: until?.getTime() ?? null })}\n`),
    stop: () => {
      child.stdin.end()
      setTimeout(() => child.kill('SIGKILL'), graceMs).unref()
    },
  }
}
