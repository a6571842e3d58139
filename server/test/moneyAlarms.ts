// The registry of alarms of a server under a load of money (`moneyPoster.ts`): its look, as often as a test can wait, what the server finds wrong
// with itself, and the letters to the operators' webhook. The other background work stays still, as the load does it itself.
import { setTimeout as sleep } from 'node:timers/promises'
import { alarmSources } from '../src/app/app.alarms.ts'
import { homeTodos } from '../src/app/app.todos.ts'
import type { Product } from '../src/app/index.ts'
import type { Config } from '../src/config.ts'
import { openSpace } from '../src/kit/database/space.ts'
import { lookAtAlarms, openMailer, openNotifier } from '../src/notify/index.ts'

/** Several servers look at once, which begins each alarm once. */
const everyMs = 700

/** Looks until the process ends. @param onError told what a look met, as while the database is away */
export function watchAlarms(product: Product, config: Config, onError: (error: unknown) => void): void {
  const { database, seals, clock, approvals, watching } = product
  const sources = alarmSources({
    todos: homeTodos({
      chains: watching.chains,
      approvals,
      space: openSpace({ folder: config.DATA_DIR, leastMb: config.DATA_FREE_MB }),
    }),
    clock,
    timeZone: () => 'UTC',
    backup: async () => null,
    standbys: () => config.DATABASE_STANDBYS,
    replica: undefined,
    isFilling: async () => false,
  })
  const notifier = openNotifier({
    seals,
    url: config.PUBLIC_URL,
    mailer: openMailer(config),
    sms: { notices: false, sends: false },
    webhook: config.ALERT_URL !== undefined,
  })
  product.letters.start()
  product.selfWatch.start()
  const look = async () => {
    for (;;) {
      await lookAtAlarms({ database, notifier, sources }, onError).catch(onError)
      await sleep(everyMs)
    }
  }
  void look()
}
