// A commission plan's form values: dollars and percent, which are sent as cents and basis points.
import type { Plan } from './PlanView.tsx'

type Typed = number | string
export type PlanValues = {
  id?: number
  version?: number
  name: string
  kind: string
  startWeek: string
  note: string
  levels: { from: Typed; rate: Typed }[]
  salary: { points: Typed; days: Typed; usd: Typed }[]
}

/** Hundredths as a whole number; invalid input stays, for the schema to refuse. */
const hundredths = (value: Typed): Typed => (value === '' ? value : Math.round(Number(value) * 100))

export const valuesOf = (plan: Plan): Omit<PlanValues, 'id' | 'version'> => ({
  name: plan.name,
  kind: plan.kind,
  startWeek: plan.startWeek,
  note: plan.note,
  levels: plan.levels.map(({ fromCents, rateBp }) => ({ from: fromCents / 100, rate: rateBp / 100 })),
  salary: plan.salary.map(({ points, days, usdCents }) => ({ points, days, usd: usdCents / 100 })),
})

export const payloadOf = ({ levels, salary, ...rest }: PlanValues) => ({
  ...rest,
  levels: levels.map(({ from, rate }) => ({ fromCents: hundredths(from), rateBp: hundredths(rate) })),
  salary: salary.map(({ points, days, usd }) => ({ points, days, usdCents: hundredths(usd) })),
})
