// Someone else saved first: shows both values of each field, to choose one.
import { isLanguage, languageNameOf } from '@greenroom/contract/languages'
import { Alert, Button, Group, Radio, Stack, Table, Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Picture } from '../../ui/fields/PicturePicker.tsx'
import { useLabels } from '../../ui/labels.ts'
import { readable } from '../../ui/values/diff.ts'
import { Thumbnails } from '../../ui/values/Thumbnails.tsx'
import { differences, type Side } from './stale.ts'

type Props = {
  initial: Record<string, unknown>
  yours: Record<string, unknown>
  theirs: Record<string, unknown>
  room: string
  /** Who saved first, if the server says. */
  by: string | undefined
  show?: (field: string, value: unknown) => ReactNode
  named?: (field: string) => string
  settle: (chosen: Readonly<Record<string, Side>>) => void
}

const sides = ['yours', 'theirs'] as const
const plumbing = ['version', 'counted']
/** Yellow on yellow lacks contrast. */
const plainTitle = { title: { color: 'var(--mantine-color-text)' } }

const isPicture = (value: unknown): value is Picture =>
  typeof value === 'object' && value !== null && 'fileId' in value && 'url' in value

/** Pictures as such; undefined for anything else. */
const pictured = (value: unknown): ReactNode => {
  const all = Array.isArray(value) ? value : [value]
  return all.length > 0 && all.every(isPicture) ? <Thumbnails of={all} /> : undefined
}

export function Conflict({ initial, yours, theirs, room, by, show, named, settle }: Props) {
  const { t } = useTranslation('list')
  const { label, has } = useLabels()
  const keysOf = (field: string) => [`${room}:fields.${field}`, `${room}:columns.${field}`]
  const shown = (field: string, value: unknown) =>
    show?.(field, value) ??
    pictured(value) ??
    readable(value, (inner) => {
      const known = keysOf(inner).find(has)
      if (known !== undefined) return label(known)
      return isLanguage(inner) ? languageNameOf(inner) : inner
    })
  const found = differences(initial, yours, theirs, plumbing)
  const [chosen, setChosen] = useState<Record<string, Side>>(() =>
    Object.fromEntries(found.map(({ field, suggested }) => [field, suggested])),
  )
  return (
    <Stack gap="md" mt="xs">
      <Alert color="yellow" role="alert" title={t('stale.title')} styles={plainTitle}>
        {by !== undefined && `${t('stale.whoAt', { by })} `}
        {t(found.length === 0 ? 'stale.same' : 'stale.text')}
      </Alert>
      {found.length > 0 && (
        <Table withTableBorder withColumnBorders verticalSpacing={6}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('stale.field')}</Table.Th>
              <Table.Th>{t('stale.yours')}</Table.Th>
              <Table.Th>{t('stale.theirs')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {found.map((one) => {
              const name = named?.(one.field) ?? label(keysOf(one.field))
              return (
                <Table.Tr key={one.field}>
                  <Table.Th scope="row">{name}</Table.Th>
                  {sides.map((side) => (
                    <Table.Td
                      key={side}
                      style={{ verticalAlign: 'top', overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}
                    >
                      <Radio
                        name={`stale-${one.field}`}
                        checked={chosen[one.field] === side}
                        onChange={() => setChosen((now) => ({ ...now, [one.field]: side }))}
                        label={shown(one.field, one[side]) || <Text c="dimmed">{t('diff.nothing')}</Text>}
                        aria-label={`${name}: ${t(`stale.${side}`)}`}
                      />
                    </Table.Td>
                  ))}
                </Table.Tr>
              )
            })}
          </Table.Tbody>
        </Table>
      )}
      <Group justify="flex-end" gap="xs">
        {found.length > 0 && (
          <Button variant="default" onClick={() => settle({})}>
            {t('stale.takeTheirs')}
          </Button>
        )}
        <Button onClick={() => settle(chosen)} data-autofocus>
          {t('stale.continue')}
        </Button>
      </Group>
    </Stack>
  )
}
