// The filters that name one part of a figure, where filters can.
import type { Dimension as Split } from '@greenroom/contract/figureDimensions'
import type { Reader } from '../../../kit/database/database.ts'
import type { Dimension, Filters } from '../figures/figures.facts.ts'
import { valuesOf } from '../figures/figures.queries.ts'
import { platforms } from '../fold/fold.distinct.ts'
import { promotersOf } from './breakdown.promoters.ts'

/** Null if the filters leave nothing of the part. */
export async function narrowedTo(
  reader: Reader,
  filters: Filters,
  part: { by: Split; of: string },
): Promise<Filters | null> {
  const [dimension, values] =
    part.by === 'promoter'
      ? (['channel', await channelsOf(reader, part.of)] as const)
      : ([part.by as Dimension, [part.of]] as const)
  const among = filters[dimension] ?? (dimension === 'platform' ? platforms : undefined)
  const left = among === undefined ? values : values.filter((value) => among.includes(value))
  return left.length === 0 ? null : { ...filters, [dimension]: left }
}

/** The channels of a promoter; for the empty id, those of none. */
async function channelsOf(reader: Reader, promoter: string): Promise<string[]> {
  const promoterOf = await promotersOf(reader)
  if (promoter !== '') return [...promoterOf].filter(([, id]) => id === promoter).map(([number]) => number)
  const known = await valuesOf(reader, 'channel', '2000-01-01')
  return ['', ...known.filter((channel) => !promoterOf.has(channel))]
}
