// A client of PostgreSQL that goes to the primary of an address with several hosts (`hosts.ts`); with a single one it is the driver's.
import pg from 'pg'
import { addressesOf, type Hosts, hostsOf } from './hosts.ts'

/** Ends a connection that may never end by itself. */
export const cut = (client: pg.Client): void => {
  const { connection } = client as unknown as { connection?: { stream?: { destroy(): void } } }
  connection?.stream?.destroy()
}

/** The same for a single host. */
function ofOne(config: string | pg.ClientConfig | undefined): string | pg.ClientConfig | undefined {
  if (typeof config === 'string') return addressesOf(config)[0]
  if (config?.connectionString === undefined) return config
  return { ...config, connectionString: addressesOf(config.connectionString)[0]! }
}

type Inner = {
  host: string
  port: number
  connection: {
    on(event: 'parameterStatus', told: (message: { parameterName: string; parameterValue: string }) => void): void
  }
}

export class HostedClient extends pg.Client {
  readonly #hosts: Hosts | undefined
  #isStandby = false

  constructor(config?: string | pg.ClientConfig) {
    super(ofOne(config))
    const url = typeof config === 'string' ? config : config?.connectionString
    this.#hosts = url === undefined ? undefined : hostsOf(url)
  }

  // biome-ignore lint/suspicious/noExplicitAny: `pg` takes a callback or returns a promise.
  override connect(...args: any[]): any {
    const hosts = this.#hosts
    if (!hosts) return super.connect(...(args as []))
    const going = this.#toPrimary(hosts, () => super.connect())
    const [callback] = args as [((error?: Error) => void)?]
    if (!callback) return going.then(() => this)
    going.then(
      () => callback(),
      (error: Error) => callback(error),
    )
  }

  async #toPrimary(hosts: Hosts, connect: () => Promise<unknown>): Promise<void> {
    const inner = this as unknown as Inner
    const place = await hosts.find()
    ;[inner.host, inner.port] = [place.host, place.port]
    inner.connection.on('parameterStatus', ({ parameterName, parameterValue }) => {
      if (parameterName === 'in_hot_standby') this.#isStandby = parameterValue === 'on'
    })
    // Whatever ended it, the primary may be another host by now.
    this.on('error', () => hosts.doubt())
    try {
      await connect()
    } catch (error) {
      hosts.doubt()
      throw error
    }
    if (this.#isStandby) {
      hosts.doubt()
      cut(this)
      throw Object.assign(new Error(`${place.host} has become a standby`), { code: '57P03' })
    }
    const forget = hosts.onMoved((now) => {
      if (now.host !== place.host || now.port !== place.port) cut(this)
    })
    this.once('end', forget)
  }
}
