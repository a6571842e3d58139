// The final answers to an event: the catalogue codes with which each type may be refused. Whatever else happens to an
// event is a fault of the server (`failed`), which the app sends again.
import type { EventType } from './bridgeEvents.schema.ts'
import type { ErrorCode } from './errors.ts'

/** Any line: broken by itself (10009), or its id was used before with other content (10027). */
export const lineRefusals = [10009, 10027] as const satisfies readonly ErrorCode[]

const unknownUser = 21001
const forbidden = 1000002
const otherContent = 10027
const spending = [unknownUser, forbidden, 60001] as const
const aboutCalls = [...spending, otherContent] as const
const membership = [forbidden, 10032, 30003, 30004, 30006, 30009, 30013] as const

const applicant = [30002, 30005, 30006, 30010, 30013, 30017, 30019] as const
const application = [...applicant, 30001, 30014, 30015, 30018, 30020, 30021] as const

/** Refusals by type, beside those of any line. */
export const eventRefusals = {
  'user.registered': [],
  'user.updated': [],
  'user.online': [],
  'user.offline': [],
  'user.deleted': [unknownUser],
  'user.deletionCancelled': [unknownUser],
  'install.attributed': [],
  'media.submitted': [],
  'certification.submitted': [],
  'dynamic.posted': [],
  'comment.posted': [],
  'greeting.submitted': [],
  'report.created': [],
  'appeal.created': [],
  'live.started': [unknownUser, forbidden, otherContent],
  'live.heartbeat': [],
  'live.snapshot': [],
  'live.viewed': [unknownUser],
  'live.minute': spending,
  'live.ended': [],
  'call.requested': aboutCalls,
  'call.answered': aboutCalls,
  'call.minute': aboutCalls,
  'call.ended': aboutCalls,
  'match.requested': [unknownUser],
  'match.ended': [],
  'gift.sent': [...spending, 70002, 70003],
  'text.charged': spending,
  'recharge.created': [unknownUser, forbidden, otherContent],
  'recharge.paid': [forbidden, otherContent],
  'recharge.failed': [forbidden, otherContent],
  'recharge.refunded': [forbidden, otherContent],
  'withdrawal.requested': [unknownUser, forbidden, otherContent, 60002],
  'guild.inviteAnswered': membership,
  'guild.leaveRequested': membership,
  'guild.applied': [forbidden, ...application],
  'agent.applied': [forbidden],
  'agent.purchaseRequested': [10009, otherContent, forbidden, 11005, 30004, 60001, 400001, 400002, 400003],
  'message.delivered': [],
  'message.read': [],
} as const satisfies Record<EventType, readonly ErrorCode[]>

/** Whether this code is a final answer to an event of this type. */
export const isDeclared = (type: EventType, code: ErrorCode): boolean =>
  (lineRefusals as readonly ErrorCode[]).includes(code) || (eventRefusals[type] as readonly ErrorCode[]).includes(code)
