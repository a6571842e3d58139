// Before and after as a table of differences; unchanged fields can be shown too.
import { Button, Text } from '@mantine/core'
import { Fragment, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLabels } from '../labels.ts'
import classes from '../ui.module.css'
import { type Change, changesBetween, isPlainValues, missingFrom, readable } from './diff.ts'

type Props = {
  before: unknown
  after: unknown
  room: string
  /** A field's label, if not from the room's texts. */
  nameOf?: (path: string) => string | undefined
  caption?: string
}

export function DiffView({ before, after, room, nameOf, caption }: Props) {
  const { t } = useTranslation('list')
  const [all, setAll] = useState(false)
  const changes = changesBetween(before, after)
  const same = changes.filter((change) => change.kind === 'same').length
  const shown = all ? changes : changes.filter((change) => change.kind !== 'same')
  if (changes.length === 0) return <Text c="dimmed">{t('diff.none')}</Text>
  return (
    <div>
      {shown.length === 0 ? (
        <Text c="dimmed">{t('diff.none')}</Text>
      ) : (
        <table className={classes['diff']}>
          {caption && <caption>{caption}</caption>}
          <thead>
            <tr>
              <th scope="col">{t('diff.field')}</th>
              <th scope="col">{t('diff.before')}</th>
              <th scope="col">{t('diff.after')}</th>
            </tr>
          </thead>
          <tbody>
            {shown.map((change) => (
              <Line key={change.path} change={change} room={room} named={nameOf?.(change.path)} />
            ))}
          </tbody>
        </table>
      )}
      {same > 0 && (
        <Button variant="subtle" color="gray" size="compact-sm" mt={6} onClick={() => setAll((is) => !is)}>
          {all ? t('diff.hideSame') : t('diff.showSame', { count: same })}
        </Button>
      )}
    </div>
  )
}

function Line({ change, room, named }: { change: Change; room: string; named: string | undefined }) {
  const { t } = useTranslation('list')
  const { label, has } = useLabels()
  const keys = [`${room}:fields.${change.path}`, `${room}:columns.${change.path}`]
  const name = named ?? (keys.some(has) ? label(keys) : change.path)
  const same = change.kind === 'same'
  const before = 'before' in change ? change.before : undefined
  const after = 'after' in change ? change.after : undefined
  return (
    <tr data-kind={change.kind}>
      <th scope="row">{name || t('diff.value')}</th>
      <td>{'before' in change && <Value value={change.before} other={after} as={same ? 'span' : 'del'} />}</td>
      <td>{'after' in change && <Value value={change.after} other={before} as={same ? 'span' : 'ins'} />}</td>
    </tr>
  )
}

function Value({ value, other, as: Tag }: { value: unknown; other: unknown; as: 'span' | 'del' | 'ins' }) {
  const { t } = useTranslation('list')
  if (isPlainValues(value) && isPlainValues(other) && value.length > 0) {
    const missing = missingFrom(value, other)
    return value.map((item, at) => (
      <Fragment key={String(item)}>
        {at > 0 && ', '}
        {missing.has(item) ? <Tag>{readable(item)}</Tag> : readable(item)}
      </Fragment>
    ))
  }
  const text = readable(value)
  return text === '' ? <span className={classes['nothing']}>{t('diff.nothing')}</span> : <Tag>{text}</Tag>
}
