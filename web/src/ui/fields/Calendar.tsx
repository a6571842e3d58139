// The calendar of every date field: in the reader's language, weeks from Monday, as business days are counted.
import '@mantine/dates/styles.layer.css'
import 'dayjs/locale/zh-cn'
import { DatesProvider } from '@mantine/dates'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

export function Calendar({ children }: { children: ReactNode }) {
  const { i18n } = useTranslation()
  return (
    <DatesProvider settings={{ locale: i18n.language === 'cn' ? 'zh-cn' : 'en', firstDayOfWeek: 1, weekendDays: [] }}>
      {children}
    </DatesProvider>
  )
}
