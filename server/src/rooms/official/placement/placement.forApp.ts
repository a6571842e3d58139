// Banners, activities and adverts for the app, and the command about changes.
import type { ConfigSet } from '@greenroom/contract/appConfig.schema'
import type { Planned } from '@greenroom/contract/shown'
import type { Selectable } from 'kysely'
import { configChanged, send } from '../../../bridge/index.ts'
import { fileAddress, uploadedFor } from '../../../files/index.ts'
import type { DB, Reader, Transaction } from '../../../kit/database/database.ts'
import type { Kind } from './placement.rules.ts'

export type PlacementRow = Selectable<DB['official.placement']>

/** The row as input of the pure function in `contract/shown`. */
export const plannedOf = (row: PlacementRow): Planned & { id: number; sort: number } => ({
  id: row.id,
  sort: row.sort,
  enabled: row.enabled,
  from: row.from_at?.toISOString() ?? null,
  to: row.to_at?.toISOString() ?? null,
  countries: row.countries,
  sex: row.sex as Planned['sex'],
  languages: row.languages,
  minBuild: row.min_build,
})

/** All current and future ones of a kind, in order. */
const coming = (reader: Reader, kinds: Kind[], now: Date): Promise<PlacementRow[]> =>
  reader
    .selectFrom('official.placement')
    .selectAll()
    .where('kind', 'in', kinds)
    .where('enabled', '=', true)
    .where((eb) => eb.or([eb('to_at', 'is', null), eb('to_at', '>', now)]))
    .orderBy('kind')
    .orderBy('position')
    .orderBy('sort')
    .execute()

const shared = (row: PlacementRow) => {
  const { from, to, sex, minBuild, sort } = plannedOf(row)
  const { position, link, countries, languages } = row
  return { position, sort, link, from, to, countries, sex, languages, minBuild }
}

type Picture = ConfigSet<'banners'>['banners'][number]

/** Current and future banners and activities. `fileUrl` is the base of uploaded pictures. */
export async function bannersState(reader: Reader, now: Date, fileUrl: string): Promise<ConfigSet<'banners'>> {
  const rows = await coming(reader, ['banner', 'activity'], now)
  const mimes = await uploadedFor(
    reader,
    ['banner', 'activity'],
    rows.flatMap(({ picture_id }) => picture_id ?? []),
  )
  const of = (kind: Kind): Picture[] =>
    rows
      .filter((row) => row.kind === kind)
      .map((row) => ({
        bannerId: row.id,
        imageUrl: fileAddress(fileUrl, row.picture_id!, mimes.get(row.picture_id!)),
        ...shared(row),
      }))
  return { banners: of('banner'), activities: of('activity') }
}

/** Current and future adverts. */
export async function advertsState(reader: Reader, now: Date): Promise<ConfigSet<'adverts'>> {
  const rows = await coming(reader, ['advert'], now)
  return {
    adverts: rows.map((row) => ({ advertId: row.id, texts: row.texts as Record<string, string>, ...shared(row) })),
  }
}

/** Sends the kind's complete current set to the app; call it after writing the change. */
export const sendPlacements = async (tx: Transaction, now: Date, kind: Kind, fileUrl: string): Promise<void> =>
  send(tx, now, [
    kind === 'advert'
      ? await configChanged(tx, 'adverts', async (version) => ({
          key: 'adverts',
          version,
          value: await advertsState(tx, now),
        }))
      : await configChanged(tx, 'banners', async (version) => ({
          key: 'banners',
          version,
          value: await bannersState(tx, now, fileUrl),
        })),
  ])
