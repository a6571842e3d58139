// Commands to the app about posts, comments, and pinned content.
import type { Named } from '@greenroom/contract/sentences/words'
import { type Command, configChanged } from '../../bridge/index.ts'
import type { Transaction } from '../../kit/database/database.ts'
import type { ContentState } from './community.rules.ts'

type Content = {
  kind: 'dynamic' | 'comment'
  contentId: string
  userId: bigint
  auditState?: string | null | undefined
}

/**
 * Content was removed or restored. Restoring sends the audit decision: *passed*, or *not audited* if there is none yet, which reverses the
 * removal.
 */
export function contentCommand(
  { kind, contentId, userId, auditState }: Content,
  to: ContentState,
  reason: string,
): Command {
  const subject = `user:${userId}`
  if (to !== 'shown')
    return { type: 'content.removed', subject, data: { kind, contentId, userId: Number(userId), reason } }
  const decision = auditState === 'not audited' ? 'not audited' : 'passed'
  return { type: 'audit.decided', subject, data: { itemId: contentId, userId: Number(userId), decision, text: '' } }
}

/** That pins or topics changed: the app reads `GET /app/v1/state/community`. */
export const communityChanged = (tx: Transaction): Promise<Command> =>
  configChanged(tx, 'community', (version) => ({ key: 'community', version }))

/** The author, as log sentences name users. */
export const authorOf = (row: { user_id: bigint; nickname: string }): Named => ({
  id: String(row.user_id),
  nickname: row.nickname,
})
