// /audit/template: reasons for a fail, with the texts for the user.
import { auditKinds } from '@greenroom/contract/words'
import { useTranslation } from 'react-i18next'
import { listed } from '../../../format/list.ts'
import { recordScreen } from '../../../screen/record/recordScreen.tsx'
import { loadable } from '../../../ui/loadable.tsx'
import { templates } from './templates.ts'

/** The names of its queues; *all* if it is offered in every one. */
function Kinds({ kinds }: { kinds: readonly (typeof auditKinds)[number][] }) {
  const { t, i18n } = useTranslation('audits')
  if (kinds.length === auditKinds.length) return t('template.everyQueue')
  const names = listed(
    kinds.map((kind) => t(`options.kind.${kind}`)),
    i18n.language,
  )
  return <span title={names}>{names}</span>
}

export default recordScreen({
  ...templates,
  columns: {
    sort: 70,
    titleEn: 190,
    titleCn: 130,
    kinds: { cell: ({ kinds }) => <Kinds kinds={kinds} />, width: 190 },
    uses: 110,
    enabled: 110,
    textEn: 240,
    textCn: 200,
    updatedBy: { width: 120, hidden: true },
    updatedAt: 165,
  },
  form: loadable(() => import('./TemplateForm.tsx')),
})
