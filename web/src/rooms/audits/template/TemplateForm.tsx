// A reason template: both languages side by side, each with the user's view.
import { auditTemplate } from '@greenroom/contract/records/audits'
import { useTranslation } from 'react-i18next'
import { recordForm } from '../../../action/form/recordForm.tsx'
import { RecordField, usualForm } from '../../../screen/record/RecordForm.tsx'
import { label } from '../../../ui/labels.ts'
import { InLanguage } from './InLanguage.tsx'
import classes from './template.module.css'
import { templates } from './templates.ts'

const usual = usualForm(templates)

export default recordForm({
  ...usual,
  // New templates come last.
  empty: (rows) => ({ ...usual.empty?.(rows), sort: Math.max(0, ...rows.map(({ sort }) => Number(sort))) + 1 }),
  width: 820,
  codes: { 90002: 'sort' },
  check: ({ kinds }) => ((kinds as string[]).length === 0 ? { kinds: label('list:invalid.required') } : {}),
  Fields: ({ form, record }) => {
    const { t } = useTranslation('audits')
    return (
      <>
        <div className={classes['languages']}>
          <InLanguage form={form} language="en" autoFocus={record === undefined} />
          <InLanguage form={form} language="cn" />
        </div>
        <RecordField of={auditTemplate} name="kinds" form={form} hint={t('template.kindsHint')} />
        <RecordField of={auditTemplate} name="sort" form={form} hint={t('template.sortHint')} />
      </>
    )
  },
})
