// Instead of reasons: none are set up, and where that is done.

import type { auditTemplateChoices } from '@greenroom/contract/auditTemplates'
import type { Answer } from '@greenroom/contract/call'
import { Text } from '@mantine/core'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Reason } from '../../page/desk/offeredReasons.ts'
import { useSession } from '../../session/session.ts'
import { nameIn, useLabels } from '../../ui/labels.ts'

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

export function NoTemplates() {
  const { may } = useSession()
  const { t } = useTranslation('audits')
  return (
    <Text size="sm" c="dimmed">
      {t('template.none')}{' '}
      {may('audits.template', 'write') ? <Link to="/audit/template">{t('template.add')}</Link> : t('template.ask')}
    </Text>
  )
}
