// A reason template: both languages side by side, each with the user's view.
import { auditTemplate as of } from '@greenroom/contract/records/audits'
import { useTranslation } from 'react-i18next'
import { recordForm } from '../../../action/form/recordForm.tsx'
import { langOf, RecordField, usualForm } from '../../../screen/record/RecordForm.tsx'
import { label } from '../../../ui/labels.ts'
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
          {(['En', 'Cn'] as const).map((language) => {
            const written = String(form.values[`text${language}`]).trim()
            return (
              <fieldset key={language}>
                <legend>{t(`template.${language}`)}</legend>
                <RecordField of={of} name={`title${language}`} form={form} autoFocus={!record && language === 'En'} />
                <RecordField of={of} name={`text${language}`} form={form} />
                <figure>
                  <figcaption>{t('template.preview')}</figcaption>
                  <p lang={langOf(`text${language}`)}>{written || <em>{t('template.previewEmpty')}</em>}</p>
                </figure>
              </fieldset>
            )
          })}
        </div>
        <RecordField of={of} name="kinds" form={form} />
        <RecordField of={of} name="sort" form={form} />
      </>
    )
  },
})
