import type { auditTemplateChoices } from '@greenroom/contract/auditTemplates'
import type { Answer } from '@greenroom/contract/call'
import { useMemo } from 'react'
import type { Reason } from '../../../screen/reasons/reasons.ts'
import { nameIn, useLabels } from '../../../ui/labels.ts'

export type Template = Answer<typeof auditTemplateChoices>['templates'][number]

/** Templates as reasons to pick, in the reader's language; a reason's id is its template's. */
export function useReasons(templates: readonly Template[]): readonly Reason[] {
  const { language } = useLabels()
  return useMemo(
    () =>
      templates.map((one) => ({
        id: String(one.templateId),
        number: one.sort,
        title: nameIn({ en: one.titleEn, cn: one.titleCn }, language),
        text: nameIn({ en: one.textEn, cn: one.textCn }, language),
        labels: one.labels,
      })),
    [templates, language],
  )
}
