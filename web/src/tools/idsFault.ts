// Why a filter by ids lists nothing, in words.
import { limits } from '@greenroom/contract/limits'
import { type IdsFilter, idsFault } from '../list/filters.ts'
import { label } from '../ui/labels.ts'

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
