// A clock that stands still until a test moves it.
import { sql } from 'kysely'
import type { TestProduct } from './product.ts'

type Clocked = Pick<TestProduct, 'database' | 'clock'>

/** Stops the platform's clock at this moment, or lets it be these seconds later. */
export async function setClock({ database, clock }: Clocked, to: Date | { laterBySeconds: number }): Promise<void> {
  const moment = to instanceof Date ? to : new Date(clock.now().getTime() + to.laterBySeconds * 1_000)
  await sql`update kit.clock set wall_at = now(), platform_at = ${moment}, rate = 1e-9`.execute(database)
  await clock.refresh()
}
