// A time in the platform's zone, as sent: `2026-01-31 08:00:00`. Includes the calendar, so use it in drawers only.
import '@mantine/dates/styles.layer.css'
import 'dayjs/locale/zh-cn'
import { DatesProvider, DateTimePicker } from '@mantine/dates'
import { useTranslation } from 'react-i18next'
import { useSession } from '../session/session.ts'

type Props = {
  label: string
  description?: string | undefined
  value?: string
  onChange: (value: string) => void
  error?: unknown
  disabled?: boolean
}

export function DateTimeField({ label, description, value, onChange, error, disabled }: Props) {
  const { t, i18n } = useTranslation('list')
  const { timeZone } = useSession()
  return (
    <DatesProvider settings={{ locale: i18n.language === 'cn' ? 'zh-cn' : 'en', firstDayOfWeek: 1, weekendDays: [] }}>
      <DateTimePicker
        label={label}
        description={[description, t('dates.zone', { zone: timeZone })].filter(Boolean).join(' ')}
        valueFormat="YYYY-MM-DD HH:mm:ss"
        withSeconds
        hideOutsideDates
        clearable
        clearButtonProps={{ 'aria-label': t('filters.drop', { name: label }) }}
        value={value || null}
        onChange={(next) => onChange(next ?? '')}
        error={error as string | undefined}
        disabled={disabled ?? false}
        popoverProps={{ withinPortal: true }}
      />
    </DatesProvider>
  )
}
