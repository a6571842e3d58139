// The commands about an item.
import type { Command } from '../../bridge/index.ts'
import type { ItemChange } from './audits.effects.ts'

type Decision = 'passed' | 'failed' | 'not audited'

/** The decision with the user's text, and one command that removes failed content. An undone decision is *not audited*. */
export function commandsFor({ itemId, kind, userId, from, to, reason }: ItemChange): Command[] {
  const subject = `user:${userId}`
  const of = Number(userId)
  const decided: Command = {
    type: 'audit.decided',
    subject,
    data: { itemId, userId: of, decision: to as Decision, text: reason },
  }
  if (to !== 'failed' || from === 'failed') return [decided]
  return [decided, { type: 'content.removed', subject, data: { kind, contentId: itemId, userId: of, reason } }]
}
