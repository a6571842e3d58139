import { banHours } from '@greenroom/contract/statesAndKinds'
import { useTranslation } from 'react-i18next'
import type { AnyForm } from '../../../actions/form/anyForm.ts'
import { HoursField } from '../../../actions/form/HoursField.tsx'

/** The duration of a ban. */
export function Hours({ form }: { form: AnyForm }) {
  const { t } = useTranslation('users')
  return (
    <HoursField
      form={form}
      label={t('fields.hours')}
      steps={banHours}
      option={(hours) => t(`options.hours.${hours as (typeof banHours)[number]}`)}
      ends={(at) => (at === undefined ? t('ban.forGoodHint') : t('ban.until', { at }))}
    />
  )
}
