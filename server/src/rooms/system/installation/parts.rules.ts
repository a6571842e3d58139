// How well each part of the installation is.
import type { partKinds, partStates } from '@greenroom/contract/statesAndKinds'
import type { ClientPart, CommonParts, NodePart } from './parts.queries.ts'

type PartKind = (typeof partKinds)[number]
type PartState = (typeof partStates)[number]
export type Part = {
  kind: PartKind
  name: string
  state: PartState
  /** When it last did something, or since when it does not. */
  at: Date | null
  waiting: number
  failed: number
}

export type Found = {
  common: CommonParts
  clients: readonly ClientPart[]
  nodes: readonly NodePart[]
  /** Background work that fails, and since when. */
  parked: { count: number; since: Date | null }
  /** Where room is lacking. */
  lacking: readonly ('database' | 'folder')[]
  /** Since when deliveries are off. */
  pausedSince: Date | null
  storage: string
  sms: { provider: string; sends: boolean }
  /** The mail server, empty without one; what waits for it, what was given up, and what it said to the last failed try. */
  mail: { server: string; waiting: number; dead: number; lastAt: Date | null; failed: string }
}

const none = { waiting: 0, failed: 0 }

const clientState = ({ enabled, dead }: ClientPart): PartState => (!enabled ? 'off' : dead > 0 ? 'attention' : 'well')

/** The parts, each with its state, in the order in which they are shown. */
export function partsOf({ common, clients, nodes, parked, lacking, pausedSince, storage, sms, mail }: Found): Part[] {
  const waiting = clients.reduce((sum, client) => sum + client.waiting, 0)
  const dead = clients.reduce((sum, client) => sum + client.dead, 0)
  const delivered = clients.flatMap(({ last_delivered_at: at }) => at ?? [])
  const last = delivered.length === 0 ? null : new Date(Math.max(...delivered.map((at) => at.getTime())))
  return [
    {
      kind: 'database',
      name: `PostgreSQL ${common.version}`,
      state: lacking.includes('database') ? 'broken' : 'well',
      at: common.since,
      ...none,
    },
    {
      kind: 'outbox',
      name: '',
      state: pausedSince ? 'off' : dead > 0 ? 'attention' : 'well',
      at: pausedSince ?? last,
      waiting,
      failed: dead,
    },
    ...clients.map(
      (client): Part => ({
        kind: 'client',
        name: client.name,
        state: clientState(client),
        at: client.last_event_at,
        waiting: client.waiting,
        failed: client.dead,
      }),
    ),
    { kind: 'storage', name: storage, state: lacking.includes('folder') ? 'broken' : 'well', at: null, ...none },
    {
      kind: 'sms',
      name: sms.provider,
      state: !sms.sends ? 'off' : common.sms_failed > 0 ? 'attention' : 'well',
      at: common.sms_last_at,
      waiting: 0,
      failed: common.sms_failed,
    },
    {
      kind: 'mail',
      name: mail.server,
      state: mail.server === '' ? 'off' : mail.dead > 0 || mail.failed !== '' ? 'attention' : 'well',
      at: mail.lastAt,
      waiting: mail.waiting,
      failed: mail.dead,
    },
    ...nodes.map(
      (node): Part => ({
        kind: 'chain',
        name: `${node.chain}: ${node.name}`,
        state: node.state === 'well' ? 'well' : 'broken',
        at: node.since,
        ...none,
      }),
    ),
    {
      kind: 'jobs',
      name: '',
      state: parked.count > 0 ? 'attention' : 'well',
      at: parked.since,
      waiting: 0,
      failed: parked.count,
    },
  ]
}
