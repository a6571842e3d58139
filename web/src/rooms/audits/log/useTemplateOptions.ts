import { auditTemplateCalls } from '@greenroom/contract/auditTemplates'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { useSession } from '../../../session/session.ts'
import { nameIn, useLabels } from '../../../ui/labels.ts'

/** Templates to filter the log by; none without access to templates. */
export function useTemplateOptions() {
  const { language } = useLabels()
  const { may } = useSession()
  const { data } = useQuery({
    queryKey: ['audits.template', 'options'],
    queryFn: ({ signal }) => call(auditTemplateCalls.list, { size: 200 }, { signal }),
    enabled: may('audits.template', 'read'),
  })
  return (data?.records ?? []).map(({ templateId, titleEn, titleCn }) => ({
    value: String(templateId),
    label: nameIn({ en: titleEn, cn: titleCn }, language),
  }))
}
