// The states of a settlement, and who may change them. Pure.
//
//   draft ──confirm──▶ confirmed ──approve──▶ approved ──▶ paid (derived from what was paid)
//   draft ──dispute──▶ disputed ──answer──▶ draft
//   draft, disputed, confirmed, parked ──recompute──▶ draft, a new version
//   any sum that fails ──▶ parked
export type State = 'draft' | 'disputed' | 'confirmed' | 'approved' | 'parked'
export type Act = 'confirm' | 'dispute' | 'answer' | 'approve' | 'recompute'
/** `leader`: of the guild itself; `system`: a round. */
export type Actor = 'leader' | 'staff' | 'system'

const acts: Record<Act, { from: readonly State[]; to: State; by: readonly Actor[] }> = {
  confirm: { from: ['draft'], to: 'confirmed', by: ['leader', 'system'] },
  dispute: { from: ['draft'], to: 'disputed', by: ['leader'] },
  answer: { from: ['disputed'], to: 'draft', by: ['staff'] },
  approve: { from: ['confirmed'], to: 'approved', by: ['staff'] },
  recompute: { from: ['draft', 'disputed', 'confirmed', 'parked'], to: 'draft', by: ['staff', 'system'] },
}

/** The state after an act; null where it is not possible from this state. */
export const after = (state: State, act: Act): State | null => (acts[act].from.includes(state) ? acts[act].to : null)

/** Whether this kind of actor may perform the act. */
export const mayDo = (act: Act, actor: Actor): boolean => acts[act].by.includes(actor)

export type Shown = State | 'paid'

/** The state as shown: an approved week whose payable is fully paid, or zero, is *paid*. */
export const shownState = (row: { state: string; paid_cents: bigint; payable_cents: bigint }): Shown =>
  row.state === 'approved' && row.paid_cents >= row.payable_cents ? 'paid' : (row.state as State)
