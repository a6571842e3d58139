// /audit/template: reasons for a fail, with the texts for the user.

import { recordScreen } from '../../page/record/recordScreen.tsx'
import { loadable } from '../../ui/loadable.tsx'
import { templates } from './auditTemplates.ts'

export default recordScreen({
  ...templates,
  columns: {
    sort: 70,
    titleEn: 190,
    titleCn: 130,
    kinds: 190,
    labels: { width: 150, hidden: true },
    uses: 110,
    enabled: 110,
    textEn: 240,
    textCn: 200,
    updatedBy: { width: 120, hidden: true },
    updatedAt: 165,
  },
  form: loadable(() => import('./AuditTemplateForm.tsx')),
})
