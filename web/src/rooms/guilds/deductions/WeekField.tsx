import type { GetInputPropsReturnType } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import { DayField } from '../../../ui/fields/DayField.tsx'

/** The week of a deduction, by its Monday. */
export function WeekField({ input }: { input: GetInputPropsReturnType }) {
  const { t } = useTranslation('guilds')
  return <DayField ofWeek label={t('fields.week')} description={t('deduction.weekHint')} required {...input} />
}
