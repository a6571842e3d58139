// The editor of one value, by its type. Values travel as text, whatever they are.
import { NumberInput, Select, Switch, Textarea } from '@mantine/core'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { JsonField } from '../../../ui/fields/JsonField.tsx'
import { useLabels } from '../../../ui/labels.ts'

type Props = {
  param: {
    key: string
    type: 'text' | 'integer' | 'boolean' | 'choice' | 'timeZone' | 'json'
    unit: string
    choices: readonly string[]
    min: number | null
    max: number | null
  }
  value: string
  onChange: (value: string) => void
  error?: unknown
}

export function ValueField({ param, value, onChange, error }: Props) {
  const { t } = useTranslation('system')
  const { label, has } = useLabels()
  const zones = useMemo(
    () => (param.type === 'timeZone' ? ['UTC', ...Intl.supportedValuesOf('timeZone')] : []),
    [param],
  )
  const common = { label: t('fields.value'), error: error as string | undefined }
  const bounds = [
    param.min !== null && t('param.atLeast', { bound: param.min }),
    param.max !== null && t('param.atMost', { bound: param.max }),
    param.unit !== '' && t('param.unit', { unit: param.unit }),
  ].filter(Boolean)
  switch (param.type) {
    case 'integer':
      return (
        <NumberInput
          {...common}
          description={bounds.join(' · ')}
          allowDecimal={false}
          thousandSeparator=","
          clampBehavior="none"
          value={value === '' ? '' : Number(value)}
          onChange={(next) => onChange(String(next))}
          {...(param.min !== null && { min: param.min })}
          {...(param.max !== null && { max: param.max })}
          data-autofocus
        />
      )
    case 'boolean':
      return (
        <Switch
          {...common}
          description={label(value === 'true' ? 'list:filters.true' : 'list:filters.false')}
          checked={value === 'true'}
          onChange={(event) => onChange(String(event.currentTarget.checked))}
        />
      )
    case 'choice':
      return (
        <Select
          {...common}
          data={param.choices.map((choice) => {
            const key = `system:param.choices.${param.key}.${choice}`
            return { value: choice, label: has(key) ? label(key) : choice }
          })}
          allowDeselect={false}
          value={value}
          onChange={(next) => onChange(next ?? value)}
        />
      )
    case 'timeZone':
      return (
        <Select
          {...common}
          data={[...new Set([value, ...zones])]}
          searchable
          allowDeselect={false}
          limit={200}
          value={value}
          nothingFoundMessage={t('param.noZone')}
          onChange={(next) => onChange(next ?? value)}
        />
      )
    case 'json':
      return <JsonField label={common.label} error={error} value={value} onChange={onChange} />
    default:
      return (
        <Textarea
          {...common}
          autosize
          minRows={1}
          maxRows={12}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
          data-autofocus
        />
      )
  }
}

/** Why a value is invalid for its type and bounds; undefined if it is valid. */
export function valueFault(
  param: Props['param'],
  value: string,
): { key: 'integer' | 'bounds' | 'json'; min: number | null; max: number | null } | undefined {
  const { type, min, max } = param
  if (type === 'integer') {
    const number = Number(value)
    if (!/^-?\d+$/.test(value.trim()) || !Number.isSafeInteger(number)) return { key: 'integer', min, max }
    if ((min !== null && number < min) || (max !== null && number > max)) return { key: 'bounds', min, max }
  }
  if (type === 'json') {
    try {
      JSON.parse(value)
    } catch {
      return { key: 'json', min, max }
    }
  }
  return undefined
}
