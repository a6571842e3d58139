// Permitted actions on clients and deliveries, and their mapping to the contract, which never contains a secret.
import type { RecordOf } from '@greenroom/contract/call'
import type { clientList, deliveryList, rejectionList } from '@greenroom/contract/clients'
import type { ClientRow, ClientSeen, DeliveryRow, RejectionRow, SecretRow } from './bridgeScreen.queries.ts'

type Client = RecordOf<typeof clientList>
type Delivery = RecordOf<typeof deliveryList>

const iso = (at: Date | null): string | null => at?.toISOString() ?? null

/** The form's fields; a stale write reports which of them differ. */
export const editable = ({ name, endpoint, note }: Pick<ClientRow, 'name' | 'endpoint' | 'note'>) => ({
  name,
  endpoint,
  note,
})

/** The client as logged, without its secrets' values. */
export const clientOf = (row: ClientRow, secrets: readonly SecretRow[] = []) => ({
  clientId: row.id,
  ...editable(row),
  enabled: row.enabled,
  ...(row.history && { historyDays: row.history_days, closedAt: iso(row.history_closed_at) }),
  keys: secrets.map(({ id, hint, expires_at }) => ({ id, hint, expiresAt: iso(expires_at) })),
  version: row.version,
})

/** The viewer; `mayWrite` if the caller's role has the menu read-write. */
export type Viewer = { id: number; mayWrite: boolean }
/** Pending approvals of the client. */
export type Pending = { updateId: string | null; rotateId: string | null }

export function clientShown(row: ClientSeen, secrets: readonly SecretRow[], viewer: Viewer, pending: Pending): Client {
  const { mayWrite } = viewer
  const may = (yes: boolean) => (!mayWrite ? 'readOnly' : yes || 'already')
  return {
    clientId: row.id,
    ...editable(row),
    enabled: row.enabled,
    history: row.history ? { days: row.history_days, closedAt: iso(row.history_closed_at) } : null,
    secrets: secrets.map((secret) => ({
      secretId: secret.id,
      hint: secret.hint,
      createdBy: secret.created_by,
      createdAt: secret.created_at.toISOString(),
      expiresAt: iso(secret.expires_at),
      forYou: secret.reveal_to === viewer.id,
    })),
    pendingUpdateId: pending.updateId,
    pendingRotateId: pending.rotateId,
    waiting: row.waiting,
    dead: row.dead,
    lastEventAt: iso(row.last_event_at),
    updatedBy: row.updated_by,
    updatedAt: row.updated_at.toISOString(),
    version: row.version,
    can: {
      update: may(true),
      enable: may(!row.enabled && row.history_closed_at === null),
      disable: may(row.enabled),
      rotate: mayWrite && pending.rotateId !== null ? 'pending' : may(true),
      closeHistory: may(row.history && row.history_closed_at === null),
      delete: may(true),
    },
  }
}

export const rejectionShown = (row: RejectionRow): RecordOf<typeof rejectionList> => ({
  rejectionId: row.id,
  client: row.client ?? `#${row.client_id}`,
  type: row.type,
  errorCode: row.code,
  why: row.why,
  line: row.line.slice(0, 2_000),
  at: row.at.toISOString(),
})

/** Why a command can't be replayed; null if it can. */
export function whyNotAgain(row: Pick<DeliveryRow, 'state' | 'open'>): 'onItsWay' | 'outdated' | 'clientClosed' | null {
  if (row.state === 'waiting') return 'onItsWay'
  if (row.state === 'superseded') return 'outdated'
  return row.open ? null : 'clientClosed'
}

/** The delivery as logged. */
export const deliveryOf = (row: DeliveryRow) => ({
  commandId: row.command_id,
  state: row.state,
  attempts: row.attempts,
  lastStatus: row.last_status,
  lastError: row.last_error,
})

/** `payload` is the command as sent. */
export const deliveryShown = (row: DeliveryRow, payload: string, mayWrite: boolean): Delivery => ({
  deliveryId: row.seq.toString(),
  clientId: row.client_id,
  client: row.client,
  commandId: row.command_id,
  type: row.type,
  subject: row.subject,
  stream: row.stream,
  state: row.state as Delivery['state'],
  attempts: row.attempts,
  lastStatus: row.last_status,
  lastError: row.last_error ?? '',
  at: row.at.toISOString(),
  nextAt: row.state === 'waiting' ? row.next_at.toISOString() : null,
  deliveredAt: iso(row.delivered_at),
  payload,
  can: { replay: mayWrite ? (whyNotAgain(row) ?? true) : 'readOnly' },
})
