// Registration benefits as ordinary records.
import { benefitChanged } from '@greenroom/contract/sentences/promotion'
import type { Approvals } from '../../../access/index.ts'
import { resource } from '../../../records/index.ts'
import { stateOf } from './benefits.rules.ts'

export const benefitKind = 'benefit.save'

export const benefits = (approvals: Pick<Approvals, 'waitingOn'>) =>
  resource('promotion.benefit', {
    id: { column: 'id', type: 'int' },
    menu: 'promotion.benefit',
    noun: 'benefit',
    view: (row) => ({
      id: row.id,
      name: row.name,
      sex: row.sex as 'man' | 'woman' | null,
      countries: row.countries,
      channels: row.channels,
      from: row.from_at.toISOString(),
      to: row.to_at.toISOString(),
      tokens: Number(row.tokens),
      freeMinutes: row.free_minutes,
      costTokens: Number(row.cost_tokens),
      budgetTokens: Number(row.budget_tokens),
      usedTokens: Number(row.used_tokens),
      grants: row.grants,
      createdBy: row.created_by,
      createdAt: row.created_at.toISOString(),
      approvedBy: row.approved_by,
      approvedAt: row.approved_at?.toISOString() ?? null,
      stoppedBy: row.stopped_by,
      stoppedAt: row.stopped_at?.toISOString() ?? null,
      stopReason: row.stop_reason,
      version: row.version,
    }),
    more: async ({ database, now }, rows) => {
      const waiting = await approvals.waitingOn(database, benefitKind, now)
      return rows.map((row) => {
        const approvalId = waiting.get(String(row.id)) ?? null
        const facts = {
          state: row.state,
          pending: approvalId !== null,
          from: row.from_at,
          to: row.to_at,
          budget: row.budget_tokens,
          used: row.used_tokens,
          cost: row.cost_tokens,
        }
        return { state: stateOf(facts, now), approvalId }
      })
    },
    can: (row) => ({ stop: row.state === 'stopped' ? ('stopped' as const) : (true as const) }),
    fields: { name: 'name' },
    sentence: ([row]) =>
      benefitChanged('request', {
        name: row!.name,
        tokens: Number(row!.tokens),
        freeMinutes: row!.free_minutes,
        budgetTokens: Number(row!.budget_tokens),
      }),
  })

export type Benefits = ReturnType<typeof benefits>
