// Days from a calendar, or start and end as text with the time.
import '@mantine/dates/styles.layer.css'
import 'dayjs/locale/zh-cn'
import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { DatePicker, DatesProvider } from '@mantine/dates'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { date } from '../../format/time.ts'
import { type DateSpan, dateRange } from '../../list/filters.ts'
import { presetDays, presetNames } from '../../list/presets.ts'
import { useSession } from '../../session/session.ts'

const reader = dateRange()

export default function DatesPanel(props: { value: DateSpan | undefined; set: (value: DateSpan | undefined) => void }) {
  const { t, i18n } = useTranslation('list')
  const { timeZone, clockOffset } = useSession()
  const today = date(new Date(Date.now() + clockOffset), timeZone)
  const [from, setFrom] = useState(props.value?.from ?? '')
  const [to, setTo] = useState(props.value?.to ?? '')
  const span = reader.read(`${from.trim()}..${to.trim()}`)
  const wrong = span === undefined && (from.trim() !== '' || to.trim() !== '')
  const day = (value: string) => (/^\d{4}-\d{2}-\d{2}/.test(value) ? value.slice(0, 10) : null)
  return (
    <DatesProvider settings={{ locale: i18n.language === 'cn' ? 'zh-cn' : 'en', firstDayOfWeek: 1, weekendDays: [] }}>
      <Group align="flex-start" wrap="nowrap" gap="sm">
        <Stack gap={2} w={120}>
          {presetNames.map((name) => (
            <Button
              key={name}
              variant="subtle"
              color="gray"
              justify="flex-start"
              size="compact-sm"
              onClick={() => props.set(presetDays(name, today))}
            >
              {t(`dates.${name}`)}
            </Button>
          ))}
        </Stack>
        <Stack gap="xs">
          <DatePicker
            type="range"
            size="xs"
            allowSingleDateInRange
            hideOutsideDates
            defaultDate={day(to) ?? day(from) ?? today}
            value={[day(from), day(to)]}
            onChange={([first, last]) => {
              setFrom(first ?? '')
              setTo(last ?? '')
            }}
          />
          <Group gap="xs" grow>
            <TextInput
              label={t('dates.from')}
              placeholder={t('dates.shape')}
              value={from}
              onChange={(event) => setFrom(event.currentTarget.value)}
            />
            <TextInput
              label={t('dates.to')}
              placeholder={t('dates.shape')}
              value={to}
              onChange={(event) => setTo(event.currentTarget.value)}
            />
          </Group>
          <Text
            size="xs"
            c={wrong ? 'var(--mantine-color-error)' : 'dimmed'}
            role={wrong ? 'alert' : undefined}
            maw={260}
          >
            {wrong ? t('dates.wrong') : t('dates.zone', { zone: timeZone })}
          </Text>
          <Button disabled={wrong} onClick={() => props.set(span)}>
            {t('filters.apply')}
          </Button>
        </Stack>
      </Group>
    </DatesProvider>
  )
}
