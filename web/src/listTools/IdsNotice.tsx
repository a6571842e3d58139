// What became of pasted ids: those that were not found, those that could not be read, and why nothing is listed.

import { limits } from '@greenroom/contract/limits'
import { readIds } from '@greenroom/contract/pastedIds'
import { useTranslation } from 'react-i18next'
import { listed } from '../format/listed.ts'
import { useCurrentList } from '../list/currentList.ts'
import { type IdsFilter, idsFault } from '../list/filters.ts'
import { label } from '../ui/labels.ts'
import classes from './listTools.module.css'

// Why a filter by ids lists nothing, in words.
const shown = 40

export function idsFaultText(filter: IdsFilter, text: string): string | undefined {
  switch (idsFault(filter, text)) {
    case 'notIds':
      return label('list:ids.unread', { text: text.slice(0, shown) })
    case 'tooMany':
      return label('list:ids.tooManySought', { most: limits.batch, count: filter.readIds(text).ids.length })
    case undefined:
      return undefined
  }
}

const most = 20

type Missing = Record<string, readonly (string | number)[]>

/** A line above the table, for a search as for a filter by ids. */
export function IdsNotice() {
  const list = useCurrentList()
  const { t, i18n } = useTranslation('list')
  const { missing = {} } = (list.answer ?? {}) as { missing?: Missing }
  const named = (ids: readonly (string | number)[]) => {
    const few = listed(ids.slice(0, most).map(String), i18n.language)
    return ids.length > most ? t('ids.andMore', { ids: few, count: ids.length - most }) : few
  }
  const lines = Object.entries(list.filters).flatMap(([name, filter]): string[] => {
    const text: unknown = list.values[name]
    if (typeof text !== 'string' || (filter.kind !== 'ids' && filter.kind !== 'text')) return []
    const fault = filter.kind === 'ids' ? idsFaultText(filter, text) : undefined
    if (fault) return [t('ids.nothing', { why: fault })]
    const { ids, wrong } = filter.kind === 'ids' ? filter.readIds(text) : { ids: readIds(text).ids, wrong: [] }
    const [field = name] = Object.keys(filter.payload(name, text))
    const without = missing[field] ?? []
    return [
      ...(without.length > 0
        ? [t('ids.missing', { count: without.length, all: ids.length, ids: named(without) })]
        : []),
      ...(wrong.length > 0 ? [t('ids.passed', { texts: named(wrong.map((one) => one.text)) })] : []),
    ]
  })
  if (lines.length === 0) return null
  return (
    <p className={classes['idsNotice']} role="status">
      {lines.join(' ')}
    </p>
  )
}
