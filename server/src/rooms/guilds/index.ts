import type { AnyHandler } from '../../bridge/index.ts'
import type { Round } from '../../jobs/index.ts'
import type { Clock } from '../../kit/clock.ts'
import type { Database } from '../../kit/database.ts'
import type { Served } from '../../kit/serve.ts'
import type { Params } from '../../params/index.ts'
import { memberHandler } from './events/handler.ts'
import { registrationRoutes } from './registration/routes.ts'
import { ensureWeeks } from './weeks/service.ts'

export const guildsHandlers: AnyHandler[] = [memberHandler]

export const guildsRoutes = ({ params }: { params: Params }): Served[] => registrationRoutes(params)

const second = 1_000

export const guildsRounds = ({
  database,
  clock,
  params,
}: {
  database: Database
  clock: Clock
  params: Params
}): Round[] => [
  {
    name: 'guild-weeks',
    milliseconds: 30 * second,
    run: async () => {
      await ensureWeeks(database, clock.now(), params.text('platform_time_zone'))
    },
  },
]
