import { whitelist } from '@greenroom/contract/records/system'
import { useTranslation } from 'react-i18next'
import { recordForm } from '../../actions/form/recordForm.tsx'
import { RecordField, usualForm } from '../../page/record/RecordForm.tsx'
import { entries } from './whitelistEntries.ts'

/** The exempt subject is set once and never changes. */
export default recordForm({
  ...usualForm(entries),
  Fields: ({ form, record }) => {
    const { t } = useTranslation('system')
    const kind = form.values['kind'] as 'ip'
    const fixed = record !== undefined
    return (
      <>
        <RecordField of={whitelist} name="kind" form={form} disabled={fixed} hint={t(`whitelist.means.${kind}`)} />
        <RecordField of={whitelist} name="value" form={form} disabled={fixed} label={t(`whitelist.value.${kind}`)} />
        <RecordField of={whitelist} name="note" form={form} />
        <RecordField of={whitelist} name="expiresAtStr" form={form} />
      </>
    )
  },
})
