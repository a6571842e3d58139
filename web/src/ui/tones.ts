// The one table of tones: a state has the same colour on every screen. Words of the same state are held alike by `words.test.ts`.
import type { Tone } from './StatusBadge.tsx'

export const tones = {
  item: { 'not audited': 'waiting', passed: 'good', failed: 'bad' },
  report: { untreated: 'waiting', processed: 'good' },
  call: { requested: 'waiting', running: 'good', ended: 'neutral', 'not answered': 'bad' },
  live: { 'in live': 'good', 'live ended': 'neutral' },
  forbid: { effective: 'bad', lifted: 'good', expired: 'neutral' },
  ban: { active: 'bad', lifted: 'good', replaced: 'neutral', expired: 'neutral' },
  shown: { inactive: 'neutral', upcoming: 'info', effective: 'good', expired: 'neutral' },
  content: { shown: 'good', hidden: 'waiting', removed: 'bad' },
  refund: { waiting: 'waiting', asked: 'info', done: 'good', failed: 'bad', dropped: 'neutral' },
  chargeback: {
    open: 'waiting',
    debt: 'bad',
    recovered: 'good',
    contested: 'info',
    'written off': 'neutral',
    reversed: 'good',
  },
  guild: { 'under review': 'waiting', normal: 'good', rejected: 'bad', banned: 'bad', dissolved: 'neutral' },
  payoutRequest: { 'in review': 'waiting', agreed: 'info', refused: 'bad', 'paid out': 'good' },
  payoutAccount: { waiting: 'waiting', approved: 'info', effective: 'good', refused: 'bad', retired: 'neutral' },
  settlement: {
    draft: 'waiting',
    disputed: 'bad',
    confirmed: 'info',
    approved: 'waiting',
    paid: 'good',
    parked: 'bad',
  },
  deduction: { effective: 'waiting', reversed: 'neutral' },
  plan: {
    draft: 'neutral',
    waiting: 'waiting',
    upcoming: 'info',
    'in force': 'good',
    replaced: 'neutral',
    withdrawn: 'bad',
  },
  member: { invited: 'waiting', active: 'good', leaving: 'waiting', left: 'neutral', expelled: 'bad' },
  user: { normal: 'good', 'ban ID': 'bad', 'ban device': 'bad', 'ban both': 'bad' },
  operation: {
    waiting: 'waiting',
    done: 'good',
    takenBack: 'neutral',
    notDone: 'bad',
  },
  order: { 'not paid': 'waiting', success: 'good', failure: 'bad' },
  withdrawal: {
    'in review': 'waiting',
    'audit failed': 'bad',
    withdrawing: 'info',
    success: 'good',
    failure: 'bad',
    'manual processing successful': 'good',
  },
  account: { 0: 'bad', 1: 'good', 2: 'info', 3: 'waiting' },
  bulk: { waiting: 'waiting', running: 'info', done: 'good', stopped: 'bad' },
  delivery: {
    waiting: 'waiting',
    delivered: 'good',
    dead: 'bad',
    superseded: 'neutral',
  },
  approval: {
    pending: 'waiting',
    approved: 'good',
    refused: 'bad',
    cancelled: 'neutral',
    lapsed: 'neutral',
    failed: 'bad',
  },
} as const satisfies Record<string, Record<string, Tone>>

/** How alarming the machine's score is, 0 to 1. */
export const scoreTone = (score: number): Tone => (score >= 0.8 ? 'bad' : score >= 0.5 ? 'waiting' : 'neutral')
