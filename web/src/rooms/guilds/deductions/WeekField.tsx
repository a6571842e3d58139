import { TextInput } from '@mantine/core'
import type { GetInputPropsReturnType } from '@mantine/form'
import { useTranslation } from 'react-i18next'

/** The week of a deduction, by its Monday. */
export function WeekField({ input }: { input: GetInputPropsReturnType }) {
  const { t } = useTranslation('guilds')
  return (
    <TextInput
      type="date"
      step={7}
      label={t('fields.week')}
      description={t('deduction.weekHint')}
      required
      {...input}
    />
  )
}
