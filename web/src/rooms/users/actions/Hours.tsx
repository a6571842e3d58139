import { banHours } from '@greenroom/contract/words'
import { NativeSelect } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import { dateTime } from '../../../format/time.ts'
import { useSession } from '../../../session/session.ts'

/** The duration of a ban: the steps of spec section 9, and the resulting end. */
export function Hours({ form }: { form: UseFormReturnType<any> }) {
  const { t } = useTranslation('users')
  const { timeZone, clockOffset } = useSession()
  const hours = Number(form.values.hours)
  const end = new Date(Date.now() + clockOffset + hours * 3_600_000)
  return (
    <NativeSelect
      label={t('fields.hours')}
      description={
        hours === 0
          ? t('ban.forGoodHint')
          : t('ban.until', { at: `${dateTime(end, timeZone).slice(0, 16)} ${timeZone}` })
      }
      data={banHours.map((value) => ({ value: String(value), label: t(`options.hours.${value}`) }))}
      {...form.getInputProps('hours')}
    />
  )
}
