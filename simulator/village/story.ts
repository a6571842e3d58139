// The guilds of the simulated village and their history. Days are before now.
import type { LeaderRole } from '../../server/src/access/index.ts'

export type GuildScript = {
  name: string
  leaderName: string
  account: string
  demo?: LeaderRole
  /** The name of the guild it belongs to. */
  parent?: string
  registered: number
  /** When staff decided on the application; absent while it is pending. */
  decided?: { days: number; verb: 'agree' } | { days: number; verb: 'refuse'; reason: string }
  /** Its share of all anchors, in percent. */
  share?: number
  /** Later decisions of staff. */
  later?: { days: number; verb: 'ban' | 'dissolve'; reason: string }
  /** Anchors who asked to leave, and when; the leader approved a day later, or not yet. */
  leaving?: readonly { days: number; agreed: boolean }[]
  expelled?: { days: number; reason: string }
  /** Unanswered invitations. */
  open?: number
  /**
   * How its weeks are paid: by an order per week, or by its own requests. Absent: it has no account yet, so nothing can be paid.
   */
  paid?: 'weeks' | 'requests'
  /** Whether the leader confirms drafts; otherwise they are confirmed automatically after 48 hours. */
  confirms?: boolean
}

export const story: readonly GuildScript[] = [
  {
    name: 'Aurora Stars',
    leaderName: 'Lin Yue',
    account: 'aurorastars',
    demo: 'guild-leader',
    registered: 28.5,
    decided: { days: 28.2, verb: 'agree' },
    share: 46,
    paid: 'weeks',
    confirms: true,
    leaving: [
      { days: 13, agreed: true },
      { days: 2, agreed: false },
    ],
    expelled: { days: 9, reason: 'Sent viewers to another app three times.' },
    open: 3,
  },
  {
    name: 'Aurora North',
    leaderName: 'Ingrid Dahl',
    account: 'auroranorth',
    parent: 'Aurora Stars',
    registered: 27.6,
    decided: { days: 27.2, verb: 'agree' },
    share: 12,
    paid: 'weeks',
    confirms: true,
  },
  {
    name: 'Aurora Latina',
    leaderName: 'Camila Rojas',
    account: 'auroralatina',
    parent: 'Aurora Stars',
    registered: 22.5,
    decided: { days: 22, verb: 'agree' },
    share: 12,
    open: 1,
  },
  {
    name: 'Silk Road Live',
    leaderName: 'Aigerim Bek',
    account: 'silkroadlive',
    registered: 26.5,
    decided: { days: 26, verb: 'agree' },
    share: 14,
    paid: 'requests',
    confirms: true,
    leaving: [{ days: 3, agreed: true }],
  },
  {
    name: 'Pearl Bay',
    leaderName: 'Hala Nasser',
    account: 'pearlbay1',
    registered: 25.5,
    decided: { days: 25, verb: 'agree' },
    share: 8,
    paid: 'weeks',
    later: { days: 4, verb: 'ban', reason: 'Anchors were promised payments outside the platform.' },
  },
  {
    name: 'Old Harbour',
    leaderName: 'Marta Silva',
    account: 'oldharbour',
    registered: 27,
    decided: { days: 26.6, verb: 'agree' },
    share: 4,
    paid: 'weeks',
    later: { days: 11, verb: 'dissolve', reason: 'The leader gives the guild up.' },
  },
  {
    name: 'Quick Fame',
    leaderName: 'Dana Cole',
    account: 'quickfame',
    registered: 20.5,
    decided: { days: 20, verb: 'refuse', reason: 'The name of another company.' },
  },
  {
    name: 'Moonlight',
    leaderName: 'Noor Aziz',
    account: 'moonlight',
    demo: 'new-leader',
    registered: 6.4,
    // It dissolves after fifteen days without an anchor: nine are left.
    decided: { days: 6, verb: 'agree' },
  },
  { name: 'Sunrise Voices', leaderName: 'Eda Demir', account: 'sunrisevoices', registered: 1.2 },
  { name: 'Little Dragon', leaderName: 'Wei Fang', account: 'littledragon', registered: 0.2 },
]
