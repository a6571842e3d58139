import { userFigures } from '@greenroom/contract/users'
import { Refusal } from '../../../kit/refusal.ts'
import { type Served, serve } from '../../../kit/serve.ts'
import { figuresOf, nowOf } from './queries.ts'
import { stretchesOf } from './rules.ts'

/** Figures of the platform are for its staff: a guild leader or an agent is refused (10026). */
export const figuresRoutes: Served[] = [
  serve(userFigures, async ({ database, scope, now, timeZone }) => {
    if (scope.kind !== 'platform') throw new Refusal(10026)
    const stretches = stretchesOf(now, timeZone)
    const [figures, current] = await Promise.all([figuresOf(database, stretches), nowOf(database)])
    const days = stretches.map(({ key, day }) => {
      const { rechargeUsdCents, tokensSpent, ...counted } = figures.get(key)!
      return { ...counted, key, day, rechargeUsdCents: Number(rechargeUsdCents), tokensSpent: Number(tokensSpent) }
    })
    return { days, ...current }
  }),
]
