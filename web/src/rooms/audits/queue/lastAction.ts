// The reviewer's last action, as one sentence.
import { itemDecided, itemSkipped, itemUndone } from '@greenroom/contract/sentences/audits'
import type { Named } from '@greenroom/contract/sentences/words'
import { textLanguage } from '../../../i18n/index.ts'
import type { LastAction } from '../bench/bench.ts'
import type { Template } from '../reasonTemplates.tsx'
import type { Kind } from './workbench.ts'

type Said = {
  what: Exclude<LastAction['what'], 'released'>
  kind: Kind
  people: readonly Named[]
  /** The template of a fail. */
  template?: Template | undefined
}

export function lastActionOf({ what, kind, people, template }: Said): string {
  const why = template && { en: template.titleEn, cn: template.titleCn }
  const sentence =
    what === 'skipped'
      ? itemSkipped({ kind, people })
      : what === 'undone'
        ? itemUndone({ kind, people })
        : itemDecided({ kind, people, decision: what, why })
  return sentence[textLanguage()]
}
