// Starts Greenroom: settings, database, migrations, administrator account, server; stops it cleanly.
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { administratorName, ensureAdministrator } from './access/administrator.ts'
import { endSetupForSimulation, ownSince } from './access/index.ts'
import { buildProduct } from './app/index.ts'
import { BackupProblem, beforeUpdateOf, openSchedule, openShipper } from './backup/index.ts'
import { pauseOf } from './bridge/index.ts'
import { applicationRoleOf, BadSettings, drainSecondsOf, readConfig, unknownSettings, warningsOf } from './config.ts'
import { checkUpToDate, MigrationProblem, migrate } from './kit/database/migrate.ts'
import { ensureEraAt } from './kit/database/newRows.ts'
import { checkPooler, checkServer, UnusableServer } from './kit/database/serverVersion.ts'
import { untilReachable } from './kit/database/unreachable.ts'
import { EmbeddedProblem, openEmbedded } from './kit/embedded/embedded.open.ts'
import { SealProblem } from './kit/encryption/index.ts'
import { checkSynchronous } from './kit/standby/synchronous.ts'
import { type Logger, openLogger, useLog } from './kit/telemetry/logger.ts'
import { collectGarbage } from './kit/work/garbage.ts'
import { errorText, oneLine } from './texts/oneLine.ts'

/** Until the settings are read. */
let logger: Logger = openLogger({ format: process.stdout.isTTY ? 'text' : 'json', level: 'warn' })
const print = (line: string) => logger.say(line)

/** A storage that is slow keeps no server from starting. */
const keepWithinMs = 10_000

/** People who waited for the start are answered first: background work needs the same thread and cores. */
const jobsAfterMs = 3_000
/** By then everything is loaded, and those who waited for the start have been answered. */
const collectAfterMs = 15_000

async function main(): Promise<void> {
  const config = readConfig(process.env)
  logger = openLogger({
    format: config.LOG_FORMAT ?? (process.stdout.isTTY ? 'text' : 'json'),
    level: config.LOG_LEVEL,
  })
  useLog(logger)
  const embedded = config.DATABASE_URL
    ? null
    : await openEmbedded({ dataDir: config.DATA_DIR, database: 'greenroom', log: print })
  const url = config.DATABASE_URL ?? embedded?.url ?? ''
  const direct = config.DATABASE_DIRECT_URL ?? url
  // A killed embedded PostgreSQL restarts by itself; retry what was interrupted.
  const lasting = embedded ? untilReachable : <T>(work: () => Promise<T>) => work()
  await lasting(() => checkServer(direct, (line) => logger.write('warn', line)))
  // Without it nothing could be committed, the migrations included.
  if (config.DATABASE_STANDBYS === 'sync') await checkSynchronous(url, (line) => logger.write('warn', line))
  if (config.MIGRATE_AT_START) {
    const { drifted } = await lasting(() =>
      migrate(direct, undefined, { before: beforeUpdateOf(config, { print }), role: applicationRoleOf(config, url) }),
    )
    if (drifted.length > 0)
      logger.write(
        'warn',
        `Changed since it ran on this database, and in no release: ${drifted.join(', ')}. A new database has it as it is now.`,
      )
  } else await lasting(() => checkUpToDate(direct))
  // The application's role may not replace functions.
  if (direct !== url) await lasting(() => ensureEraAt(direct))
  if (config.DATABASE_URL) await checkPooler(url)
  const product = await lasting(() => buildProduct(config, url, { logger }))

  const { runs: simulated, empty } = await product.simulation.planned()
  const password = await ensureAdministrator(
    product.database,
    config.ADMIN_PASSWORD,
    !empty ? 'complete' : simulated ? 'simulated' : 'in set-up',
  )
  if (simulated) await endSetupForSimulation(product.database)
  await product.app.listen({ host: config.HOST, port: config.PORT })
  const kept = product.otherBuilds.keep().catch((error: unknown) => logger.crash(error, 'files of this build'))
  // Before a page of this build is sent to anybody: another server may be asked for its files. Beside the embedded database there is none.
  if (!embedded) await Promise.race([kept, sleep(keepWithinMs, undefined, { ref: false })])
  product.health.ready = true
  product.outbox.start()
  product.letters.start()
  product.selfWatch.start()
  // A call that enqueues a job starts them at once.
  setTimeout(() => {
    product.jobs.start().catch((error: unknown) => logger.crash(error, 'start of background work'))
  }, jobsAfterMs)
  setTimeout(collectGarbage, collectAfterMs).unref()
  // Before anybody is told that it is ready, and may stop it.
  const shipper =
    embedded &&
    openShipper(config, (error) => {
      product.selfWatch.shipped(error === null ? null : oneLine(errorText(error)))
      if (error !== null) logger.crash(error, 'WAL to the backups')
    })
  const schedule =
    embedded &&
    openSchedule({
      config,
      database: product.database,
      env: process.env,
      isWanted: async () => (await ownSince(product.database)) !== null,
      onFailure: (error, what) => logger.crash(error, what),
    })
  let stopping = false
  const { promise: hurried, resolve: hurry } = Promise.withResolvers<void>()
  const stop = async (signal: string, drainSeconds: number) => {
    // A second signal does not wait for the proxies.
    if (stopping) return hurry()
    stopping = true
    if (drainSeconds > 0) {
      print(`${signal}: not ready from now on, and serving for ${drainSeconds} s more.`)
      product.health.leaving = true
      await Promise.race([sleep(drainSeconds * 1_000), hurried])
    }
    print(`${signal}: finishing running work, then closing.`)
    await schedule?.close()
    await product.close()
    await shipper?.close()
    await embedded?.stop()
    // PostgreSQL archives its last segment when it stops.
    await shipper?.last().catch((error: unknown) => {
      print(`What was written last waits for the next start to be backed up: ${oneLine(errorText(error))}`)
    })
    process.exit(0)
  }
  process.on('SIGTERM', () => void stop('SIGTERM', drainSecondsOf(config)))
  process.on('SIGINT', () => void stop('SIGINT', 0))
  const { port } = product.app.server.address() as AddressInfo
  const host = config.HOST.includes(':') ? `[${config.HOST}]` : config.HOST
  print('')
  // By a name: browsers make no passkeys on pages of an address.
  const here = host === '127.0.0.1' ? 'localhost' : host
  print(`  Greenroom is ready at ${config.PUBLIC_URL ?? `http://${here}:${port}`}`)
  print(
    password === null
      ? `  Log in as ${administratorName}.`
      : `  Log in as ${administratorName} with password ${config.ADMIN_PASSWORD ? '(as set)' : password}`,
  )
  if (password !== null && !config.ADMIN_PASSWORD) print('  This password is shown only now.')
  print(embedded ? `  Data is in ${embedded.location}` : '  Data is in the database of DATABASE_URL')
  const pause = await pauseOf(product.database)
  if (pause) {
    print('')
    print(
      `  ${pause.lost ? 'A failover of the database lost events' : 'This database was restored'}. ` +
        'Commands to the app are NOT delivered until you switch deliveries on at /sys/bridge.',
    )
  }
  const { metricsPort } = await product.telemetry.start()
  if (metricsPort !== null) print(`  Metrics are at http://${config.METRICS_HOST}:${metricsPort}/metrics`)
  for (const warning of [...unknownSettings(process.env), ...warningsOf(config)]) {
    print('')
    logger.write('warn', `  ${warning}`)
  }
  // Browsers may use any of the addresses; the simulator needs one that leads here.
  const near = ['0.0.0.0', '::'].includes(config.HOST) ? '127.0.0.1' : host
  product.simulation
    .start({ url: `http://${near}:${port}`, path: process.env['PATH'] ?? '', print })
    .catch((error: unknown) => logger.crash(error, 'start of the simulated live app'))
  print('')
}

main().catch((error: unknown) => {
  const isExplained = [EmbeddedProblem, UnusableServer, SealProblem, MigrationProblem, BackupProblem].some(
    (kind) => error instanceof kind,
  )
  if (error instanceof BadSettings)
    logger.write('error', `Greenroom cannot start with these settings:\n${error.message}`)
  else if (isExplained) logger.write('error', (error as Error).message)
  else if ((error as { code?: string }).code === 'EADDRINUSE')
    logger.write('error', 'That port is taken. Set PORT to another.')
  else logger.crash(error, 'start')
  process.exit(1)
})
