// Every metric of the server: its name, unit and attributes (docs/operating.md, "Metrics"). Values of attributes come from the code, the
// contract or what an installation sets up (clients, tables); never from people or rows, so that their number is bounded.

type Described = {
  /** `s`: seconds; `1`: a share; `By`: bytes; else what is counted. */
  unit: string
  attributes: readonly string[]
  what: string
}
type Counter = Described & { kind: 'counter' }
type Gauge = Described & { kind: 'gauge' }
type Histogram = Described & { kind: 'histogram'; buckets: readonly number[] }
type Declared = Counter | Gauge | Histogram

const times = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const lags = [0.5, 1, 2, 5, 15, 60, 300, 3_600, 86_400]

const histogram = (what: string, attributes: readonly string[], buckets: readonly number[] = times): Histogram => ({
  kind: 'histogram',
  unit: 's',
  attributes,
  what,
  buckets,
})
const counter = (what: string, attributes: readonly string[], unit = '1'): Counter => ({
  kind: 'counter',
  unit,
  attributes,
  what,
})
const gauge = (what: string, unit: string, attributes: readonly string[] = []): Gauge => ({
  kind: 'gauge',
  unit,
  attributes,
  what,
})

const pool = 'db.client.connection.pool.name'

export const metrics = {
  'http.server.request.duration': histogram('Calls, by the contract; error.type is the catalogue code of a refusal', [
    'http.route',
    'http.request.method',
    'http.response.status_code',
    'error.type',
  ]),
  'http.server.active_requests': gauge('Requests that are being answered', '{request}'),
  'greenroom.push.streams': gauge('Open streams of server push', '{stream}'),
  'db.client.operation.duration': histogram('Trips to the database, by verb and table of the last statement', [
    'db.operation.name',
    'error.type',
  ]),
  'db.client.connection.count': gauge('Connections', '{connection}', [pool, 'db.client.connection.state']),
  'db.client.connection.max': gauge('Most connections', '{connection}', [pool]),
  'db.client.connection.pending_requests': gauge('Callers that wait for a connection', '{request}', [pool]),
  'db.client.connection.wait_time': histogram('From asking for a connection to having one', [pool]),
  'db.client.connection.create_time': histogram('Opening a connection', [pool]),
  'db.client.connection.timeouts': counter('Connections that were not had in time', [pool], '{timeout}'),
  'nodejs.eventloop.delay.p99': gauge('Delay of the event loop since the last scrape', 's'),
  'nodejs.eventloop.delay.max': gauge('The longest since the last scrape', 's'),
  'nodejs.eventloop.utilization': gauge('Share of the time that the event loop worked, since the last scrape', '1'),
  'v8js.gc.duration': histogram('Garbage collections', ['v8js.gc.type'], [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1]),
  'v8js.memory.heap.used': gauge('Heap in use', 'By'),
  'process.memory.usage': gauge('Resident memory', 'By'),
  'process.cpu.utilization': gauge('Cores in use since the last scrape', '1'),
  'greenroom.bridge.events': counter(
    'Events of the app, by what they were answered; error.type is the code of a refusal',
    ['client', 'type', 'outcome', 'error.type'],
    '{event}',
  ),
  'greenroom.bridge.event.lag': histogram('From an event to its arrival', ['client'], lags),
  'greenroom.bridge.chunk.duration': histogram('Taking in a chunk of events', ['client']),
  'greenroom.bridge.signature.failures': counter('Requests of the app that were not taken as signed', ['reason']),
  'greenroom.bridge.held': gauge('Events that the server keeps because it failed on them', '{event}'),
  'greenroom.outbox.pending': gauge('Commands that wait', '{command}', ['client', 'stream']),
  'greenroom.outbox.oldest.age': gauge('Age of the oldest that waits', 's', ['client', 'stream']),
  'greenroom.outbox.dead': gauge('Dead letters', '{command}', ['client']),
  'greenroom.outbox.paused': gauge('1 while deliveries are off', '1'),
  'http.client.request.duration': histogram('Requests to others; greenroom.peer is app, s3, sms or chain', [
    'greenroom.peer',
    'error.type',
  ]),
  'greenroom.job.duration': histogram('Turns of a job', ['job', 'outcome'], [0.01, 0.1, 1, 10, 60, 600]),
  'greenroom.job.last_success.age': gauge(
    'Since a turn of this process ended well, or since the process started',
    's',
    ['job'],
  ),
  'greenroom.job.pace': gauge('The pause between two turns', 's', ['job']),
  'greenroom.job.parked': gauge('Units of work that failed and wait', '{unit}', ['job']),
  'greenroom.job.queue.pending': gauge('Enqueued work that waits', '{job}', ['job']),
  'greenroom.job.queue.oldest.age': gauge('Age of the oldest that waits', 's', ['job']),
  'greenroom.reader.lag': gauge('Transactions that a reader of new rows is behind', '{transaction}', ['reader']),
  'greenroom.reader.age': gauge('Since it last moved, while more wait than an idle one lets pass', 's', ['reader']),
  'greenroom.figures.age': gauge('Since the moment up to which the dashboards count, on the platform’s clock', 's'),
  'greenroom.ledger.transfers': counter('Transfers', ['outcome'], '{transfer}'),
  'greenroom.ledger.post.duration': histogram('Posting a batch', []),
  'greenroom.ledger.replans': counter('Batches whose cached balances were not the newest', [], '{batch}'),
  'greenroom.ledger.findings': gauge('What the verification of new entries found', '{finding}'),
  'greenroom.reconcile.differences': gauge('Checks that differed in the last hourly reconciliation', '{check}'),
  'greenroom.check.age': gauge('Since a long check ended: of the log, or the reconciliation', 's', ['check']),
  'greenroom.log.unsealed': gauge('Entries of the operation log that are not in a block yet', '{entry}'),
  'greenroom.log.seal.age': gauge('Age of the oldest of them', 's'),
  'greenroom.log.chain.ok': gauge('1 if the whole operation log verified when it last was, 0 if not', '1'),
  'greenroom.chain.head.age': gauge('Since a block of the chain was read', 's', ['chain']),
  'greenroom.chain.nodes': gauge('Nodes of a chain', '{node}', ['chain', 'state']),
  'greenroom.audit.waiting': gauge('Items that wait for a moderator', '{item}', ['kind']),
  'greenroom.audit.oldest.age': gauge('Age of the oldest', 's', ['kind']),
  'greenroom.login.attempts': counter('Log-ins', ['outcome'], '{attempt}'),
  'greenroom.sms.sent': counter('Messages given to the provider', ['outcome', 'provider'], '{message}'),
  'greenroom.export.duration': histogram('Exports', ['outcome'], [0.1, 1, 10, 60, 600]),
  'greenroom.backup.last_success.age': gauge('Since the last full backup of the embedded database', 's'),
  'greenroom.backup.restore_test.age': gauge('Since a restore of a backup last verified', 's'),
  'greenroom.backup.restore_test.failed': gauge('1 if the last trial of a restore failed', '1'),
  'greenroom.backup.wal.unsent': gauge('Segments of the log that wait to be sent to the backups', '{segment}'),
  'system.filesystem.usage': gauge('Of the disk of DATA_DIR', 'By', ['system.filesystem.state']),
  'greenroom.clock.offset': gauge('This machine’s clock minus the database’s', 's'),
  'greenroom.ready': gauge('1 while /readyz says so, by reason 1 while it is why not', '1', ['reason']),
  'greenroom.build': gauge('1: what this server is', '1', [
    'service.version',
    'greenroom.schema.version',
    'greenroom.functions.hash',
  ]),
  'greenroom.schema': gauge('1: what the database has', '1', ['greenroom.schema.version', 'greenroom.functions.hash']),
  'greenroom.errors': counter('Errors that no rule foresaw', ['error.type'], '{error}'),
  'greenroom.db.size': gauge('The database', 'By'),
  'greenroom.db.table.size': gauge('The largest tables, with their indexes and months', 'By', ['table']),
  'greenroom.db.dead_tuples': gauge('Rows that wait for vacuum, of these tables', '{row}', ['table']),
  'greenroom.db.xid.age': gauge('Transactions since the oldest that was not frozen', '{transaction}'),
  'greenroom.db.connections': gauge('Sessions of the database server', '{connection}', ['state']),
  'greenroom.db.connections.max': gauge('Most sessions that it allows', '{connection}'),
  'greenroom.db.replication.lag': gauge('A standby’s', 's', ['standby']),
  'greenroom.db.standbys': gauge(
    'Standbys that are connected; synchronous is yes for those that commits wait for',
    '{standby}',
    ['synchronous'],
  ),
  'greenroom.failover.lost': gauge(
    'Seconds of acknowledged changes that the last failover lost, until deliveries are on again',
    's',
  ),
  'greenroom.replica.lag': gauge('Of the replica that is read', 's'),
  'greenroom.replica.usable': gauge('1 while the replica is read, 0 while the primary is read in its place', '1'),
  'greenroom.replica.reads': counter(
    'Calls for the replica: answered by it, by the primary, or by it again',
    ['outcome'],
    '{call}',
  ),
  'greenroom.sample.age': gauge('Since the figures that are read from the database were', 's'),
} satisfies Record<string, Declared>

export type MetricName = keyof typeof metrics
type NamesOf<K extends Declared['kind']> = {
  [N in MetricName]: (typeof metrics)[N]['kind'] extends K ? N : never
}[MetricName]
export type CounterName = NamesOf<'counter'>
export type HistogramName = NamesOf<'histogram'>
export type GaugeName = NamesOf<'gauge'>

/** As Prometheus has it: dots are underscores, counters end in `_total`. */
export const prometheusName = (name: MetricName): string =>
  `${name.replaceAll('.', '_')}${metrics[name].kind === 'counter' ? '_total' : ''}`
