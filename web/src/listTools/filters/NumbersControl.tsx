import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { integer } from '../../format/number.ts'
import { type NumberSpan, numberSpan } from '../../list/filters.ts'
import { Pill } from './Pill.tsx'

/** A range of numbers; an empty minimum is 0, an empty maximum means no limit. */
export function NumbersControl(props: {
  label: string
  value: NumberSpan | undefined
  set: (value: NumberSpan | undefined) => void
}) {
  const { i18n } = useTranslation()
  const { value } = props
  const number = (n: number) => integer(n, i18n.language)
  const shown =
    value && (value.max === undefined ? `≥ ${number(value.min)}` : `${number(value.min)} – ${number(value.max)}`)
  return (
    <Pill label={props.label} shown={shown} clear={() => props.set(undefined)}>
      {(close) => (
        <Ends
          value={value}
          set={(next) => {
            props.set(next)
            close()
          }}
        />
      )}
    </Pill>
  )
}

function Ends(props: { value: NumberSpan | undefined; set: (value: NumberSpan | undefined) => void }) {
  const { t } = useTranslation('list')
  const [min, setMin] = useState(props.value ? String(props.value.min) : '')
  const [max, setMax] = useState(props.value?.max === undefined ? '' : String(props.value.max))
  const span = numberSpan(min, max)
  const fault = typeof span === 'string' ? t(`numbers.${span}`) : undefined
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (typeof span !== 'string') props.set(span)
      }}
    >
      <Stack gap="xs" w={240}>
        <Group gap="xs" grow>
          <TextInput
            label={t('numbers.min')}
            placeholder="0"
            inputMode="numeric"
            value={min}
            onChange={(event) => setMin(event.currentTarget.value)}
          />
          <TextInput
            label={t('numbers.max')}
            placeholder="∞"
            inputMode="numeric"
            value={max}
            onChange={(event) => setMax(event.currentTarget.value)}
          />
        </Group>
        {fault && (
          <Text size="xs" c="var(--mantine-color-error)" role="alert">
            {fault}
          </Text>
        )}
        <Button type="submit" disabled={fault !== undefined}>
          {t('filters.apply')}
        </Button>
      </Stack>
    </form>
  )
}
