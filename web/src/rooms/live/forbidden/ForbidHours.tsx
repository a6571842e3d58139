import { forbidHours } from '@greenroom/contract/statesAndKinds'
import { useTranslation } from 'react-i18next'
import type { AnyForm } from '../../../actions/form/anyForm.ts'
import { HoursField } from '../../../actions/form/HoursField.tsx'

/** The duration of a broadcast ban. */
export function Hours({ form }: { form: AnyForm }) {
  const { t } = useTranslation('live')
  return (
    <HoursField
      form={form}
      label={t('fields.hours')}
      steps={forbidHours}
      option={(hours) => t(`options.hours.${hours as (typeof forbidHours)[number]}`)}
      ends={(at) => (at === undefined ? t('untilLifted') : t('endsAt', { at }))}
    />
  )
}
