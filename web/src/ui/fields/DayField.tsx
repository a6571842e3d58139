// A day, as sent: `2026-01-31`. Typed or picked; written the same in each browser. Includes the calendar, so use it in drawers only.
import { DateInput } from '@mantine/dates'
import { useTranslation } from 'react-i18next'
import { Calendar } from './Calendar.tsx'

type Props = {
  label: string
  description?: string | undefined
  required?: boolean
  /** The calendar offers only Mondays, the first days of weeks. */
  ofWeek?: true
  value?: string
  onChange: (value: string) => void
  error?: unknown
  disabled?: boolean
}

/** 1 is Monday. */
const weekday = (day: string) => new Date(`${day}T00:00:00Z`).getUTCDay()

export function DayField({ label, description, required, ofWeek, value, onChange, error, disabled }: Props) {
  const { t } = useTranslation('list')
  return (
    <Calendar>
      <DateInput
        label={label}
        description={description}
        required={required ?? false}
        valueFormat="YYYY-MM-DD"
        placeholder={t('dates.day')}
        hideOutsideDates
        value={value || null}
        onChange={(next) => onChange(next ?? '')}
        {...(ofWeek && { getDayProps: (day: string) => ({ disabled: weekday(day) !== 1 }) })}
        error={error as string | undefined}
        disabled={disabled ?? false}
        popoverProps={{ withinPortal: true }}
      />
    </Calendar>
  )
}
