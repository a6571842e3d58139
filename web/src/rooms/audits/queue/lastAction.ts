// The reviewer's last action, as one sentence.
import { itemDecided, itemSkipped, itemUndone } from '@greenroom/contract/sentences/audits'
import type { Named } from '@greenroom/contract/sentences/words'
import { textLanguage } from '../../../i18n/index.ts'
import type { Kind } from './backlog.ts'
import type { LastAction } from './state/bench.ts'

export function lastActionOf(
  what: Exclude<LastAction['what'], 'released'>,
  kind: Kind,
  people: readonly Named[],
): string {
  const sentence =
    what === 'skipped'
      ? itemSkipped({ kind, people })
      : what === 'undone'
        ? itemUndone({ kind, people })
        : itemDecided({ kind, people, decision: what })
  return sentence[textLanguage()]
}
