// A time in the platform's zone, as sent: `2026-01-31 08:00:00`. Includes the calendar, so use it in drawers only.
import { DateTimePicker } from '@mantine/dates'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../session/session.ts'
import { Calendar } from './Calendar.tsx'
import classes from './dates.module.css'

type Props = {
  label: string
  description?: string | undefined
  value?: string
  onChange: (value: string) => void
  error?: unknown
  disabled?: boolean
}

export function DateTimeField({ label, description, value, onChange, error, disabled }: Props) {
  const { t } = useTranslation('list')
  const { timeZone } = useSession()
  return (
    <Calendar>
      <DateTimePicker
        label={label}
        description={
          <>
            {description}{' '}
            <span data-zone className={classes['zone']}>
              {t('dates.fieldZone', { zone: timeZone })}
            </span>
          </>
        }
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
    </Calendar>
  )
}
