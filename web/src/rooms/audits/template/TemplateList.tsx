// /audit/template: reasons for a fail, with the texts for the user.

import { auditTemplateCalls } from '@greenroom/contract/auditTemplates'
import { auditTemplate } from '@greenroom/contract/records/audits'
import { templateChanged } from '@greenroom/contract/sentences/audits'
import type { Change } from '@greenroom/contract/sentences/words'
import { textLanguage } from '../../../i18n/index.ts'
import { recordScreen } from '../../../screen/record/recordScreen.tsx'
import { nameIn } from '../../../ui/labels.ts'
import { loadable } from '../../../ui/loadable.tsx'

// Shared by the list and the form of reason templates.
type Titled = { titleEn: string; titleCn: string }

const titles = ({ titleEn, titleCn }: Titled) => ({ en: titleEn, cn: titleCn })

export const templates = {
  of: auditTemplate,
  calls: auditTemplateCalls,
  name: (template: Titled) => nameIn(titles(template), textLanguage()),
  message: ([template]: readonly Titled[], change: Change) =>
    templateChanged(titles(template ?? { titleEn: '', titleCn: '' }), change),
}

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
  form: loadable(() => import('./TemplateForm.tsx')),
})
