// Which events move money. Their ids are kept for ever, so that none is ever taken twice; those of the others are forgotten once events of their
// age are refused (`event_keep_days`).
import type { EventType } from './bridgeEvents.schema.ts'

/** True if an event of the type may move money: a type that is missing here is a type error. */
export const movesMoney = {
  // Benefits of a registration, which may wait for its channel.
  'user.registered': true,
  'user.updated': false,
  'user.online': false,
  'user.offline': false,
  'user.deleted': false,
  'user.deletionCancelled': false,
  'install.attributed': true,
  'media.submitted': false,
  'certification.submitted': false,
  'dynamic.posted': false,
  'comment.posted': false,
  'greeting.submitted': false,
  'report.created': false,
  'appeal.created': false,
  // Charges minutes that arrived before it.
  'live.started': true,
  'live.heartbeat': false,
  'live.snapshot': false,
  'live.viewed': false,
  'live.minute': true,
  'live.ended': false,
  'call.requested': true,
  'call.answered': true,
  'call.minute': true,
  'call.ended': true,
  'match.requested': false,
  'match.ended': false,
  'gift.sent': true,
  'text.charged': true,
  'recharge.created': true,
  'recharge.paid': true,
  'recharge.failed': true,
  'recharge.refunded': true,
  'withdrawal.requested': true,
  'guild.inviteAnswered': false,
  'guild.leaveRequested': false,
  'guild.applied': false,
  'agent.applied': false,
  'agent.purchaseRequested': true,
  'message.delivered': false,
  'message.read': false,
} as const satisfies Record<EventType, boolean>
