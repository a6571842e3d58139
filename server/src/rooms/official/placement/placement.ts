// Banners, activities and adverts: one table and set of rules, three screens.
import type { Parsed, RecordOf } from '@greenroom/contract/call'
import {
  placementDelete,
  placementEnable,
  placementInfo,
  placementList,
  placementSave,
  placementUpdate,
} from '@greenroom/contract/official'
import { placementsChanged } from '@greenroom/contract/sentences/official'
import { stateAt } from '@greenroom/contract/shown'
import { sql } from 'kysely'
import { fileAddress, uploadedFor } from '../../../files/index.ts'
import type { Context } from '../../../kit/calls/context.ts'
import { refuseBecause } from '../../../kit/calls/refusal.ts'
import { moment, type Served, serve } from '../../../kit/calls/serve.ts'
import { type Transaction, violates } from '../../../kit/database/database.ts'
import { momentOf } from '../../../kit/time.ts'
import {
  addRow,
  changeRows,
  createdBy,
  equals,
  lockAt,
  resource,
  search,
  serveDelete,
  serveRecord,
  serveRecords,
  serveSwitch,
  switches,
} from '../../../records/index.ts'
import { stateFilter } from '../official.stateFilter.ts'
import { plannedOf, sendPlacements } from './placement.forApp.ts'
import { givenTexts, type Kind, placementFault } from './placement.rules.ts'

type Record = RecordOf<typeof placementList>

/** One kind's records. `fileUrl` is the base of uploaded pictures. */
export const placementsOf = (kind: Kind, fileUrl: string) =>
  resource('official.placement', {
    id: { column: 'id', type: 'int' },
    own: { kind },
    menu: `official.${kind}`,
    noun: 'placement',
    view: (row) => ({
      id: row.id,
      kind: row.kind as Kind,
      name: row.name,
      pictureId: row.picture_id,
      texts: row.texts as Record['texts'],
      link: row.link,
      position: row.position,
      sort: row.sort,
      countries: row.countries,
      sex: row.sex as Record['sex'],
      languages: row.languages,
      minBuild: row.min_build,
      from: row.from_at?.toISOString() ?? null,
      to: row.to_at?.toISOString() ?? null,
      enabled: row.enabled,
      updatedAt: row.updated_at.toISOString(),
      updatedBy: row.updated_by,
      version: row.version,
    }),
    more: async ({ database, now }, rows) => {
      const ids = rows.flatMap(({ picture_id }) => picture_id ?? [])
      const mimes = await uploadedFor(database, ['banner', 'activity'], ids)
      return rows.map((row) => ({
        // The log has its id, the screen shows the picture.
        pictureId: undefined,
        picture: row.picture_id && {
          fileId: row.picture_id,
          url: fileAddress(fileUrl, row.picture_id, mimes.get(row.picture_id)),
        },
        state: stateAt(plannedOf(row), now.getTime()),
      }))
    },
    // Disable it before deleting.
    can: ({ enabled }) => ({
      update: true,
      ...switches(enabled),
      delete: enabled ? ('inUse' as const) : (true as const),
    }),
    fields: {
      name: 'name',
      pictureId: 'picture_id',
      texts: 'texts',
      link: 'link',
      position: 'position',
      sort: 'sort',
      countries: 'countries',
      sex: 'sex',
      languages: 'languages',
      minBuild: 'min_build',
      from: 'from_at',
      to: 'to_at',
      enabled: 'enabled',
    },
    sentence: (rows, change) =>
      placementsChanged(
        'done',
        kind,
        rows.map(({ name }) => name),
        change,
      ),
    changed: async (tx, { now }, rows) => {
      if (rows.some(({ before, after }) => before?.enabled || after?.enabled))
        await sendPlacements(tx, now, kind, fileUrl)
    },
  })

/** The columns of a valid placement. @throws Refusal 10009 for missing fields, 90001 for a text that is too long. */
async function columnsOf(tx: Transaction, { timeZone }: Context, payload: Parsed<typeof placementSave>) {
  const { kind, pictureId } = payload
  const texts = kind === 'advert' ? givenTexts(payload.texts ?? {}) : {}
  const at = (field: 'from' | 'to') => {
    const text = payload[field]
    return text === undefined ? null : momentOf(text, timeZone, field)
  }
  const [from, to] = [at('from'), at('to')]
  const fault = placementFault({ kind, position: payload.position, pictureId, texts, from, to })
  if (fault) throw fault
  if (kind !== 'advert' && !(await uploadedFor(tx, [kind], [pictureId!])).has(pictureId!.toLowerCase()))
    throw refuseBecause(10009, 'pictureId', 'placement.picture')
  return {
    name: payload.name,
    picture_id: kind === 'advert' ? null : pictureId!.toLowerCase(),
    texts: JSON.stringify(texts),
    link: payload.link ?? '',
    position: payload.position,
    sort: payload.sort,
    countries: [...new Set(payload.countries)].toSorted(),
    sex: payload.sex ?? null,
    languages: [...new Set(payload.languages)],
    min_build: payload.minBuild ?? 0,
    from_at: from,
    to_at: to,
  }
}

/** Runs a change; a sort number already used at the position is 90002. */
async function inPlace<T>(context: Context, work: (tx: Transaction) => Promise<T>): Promise<T> {
  try {
    return await context.tx(work)
  } catch (error) {
    if (violates(error, 'placement_sort')) throw refuseBecause(90002, 'sort', 'placement.sort')
    throw error
  }
}

/** `of` one kind's records. */
function kindRoutes(kind: Kind, fileUrl: string) {
  const of = placementsOf(kind, fileUrl)
  const list = serveRecords(of, placementList, {
    filters: {
      // The records are those of the kind.
      kind: equals('t.kind'),
      q: search(['t.name', 't.link']),
      position: equals('t.position'),
      state: stateFilter,
      country: (country) => sql`(t.countries = '{}' or ${country} = any (t.countries))`,
      sex: (sex) => sql`(t.sex is null or t.sex = ${sex})`,
    },
    orders: { sort: { type: 'int', column: 'sort' }, updatedAt: { type: 'timestamptz', column: 'updated_at' } },
    order: 'sort',
    size: 50,
    columns: [
      { heading: 'exports:columns.id', value: (row) => row.id },
      { heading: 'official:columns.name', value: (row) => row.name },
      { heading: 'official:columns.position', value: (row) => row.position },
      { heading: 'official:columns.sort', value: (row) => row.sort },
      { heading: 'official:columns.link', value: (row) => row.link },
      { heading: 'exports:columns.countries', value: (row) => row.countries.join(' ') },
      { heading: 'exports:columns.sex', value: (row) => row.sex ?? '' },
      { heading: 'official:columns.languages', value: (row) => row.languages.join(' ') },
      { heading: 'exports:columns.officialFrom', value: (row) => moment(row.from) },
      { heading: 'exports:columns.officialTo', value: (row) => moment(row.to) },
      { heading: 'official:columns.state', value: (row) => row.state },
      { heading: 'official:columns.updatedBy', value: (row) => row.updatedBy },
      { heading: 'official:columns.updatedAt', value: (row) => moment(row.updatedAt) },
    ],
  })
  /** A new one is not enabled. */
  const save = (context: Context, payload: Parsed<typeof placementSave>) =>
    inPlace(context, async (tx) => {
      const values = { ...(await columnsOf(tx, context, payload)), kind, ...createdBy(context) }
      const { id } = await addRow(tx, context, of, values)
      return { id }
    })
  const update = (context: Context, payload: Parsed<typeof placementUpdate>) =>
    inPlace(context, async (tx) => {
      const columns = await columnsOf(tx, context, payload)
      const before = await lockAt(tx, of, payload.id, payload.version, columns)
      await changeRows(tx, context, of, [before], columns, 'edited')
      return {}
    })
  return {
    list,
    info: serveRecord(of, placementInfo, 'placement'),
    save: serve(placementSave, save),
    update: serve(placementUpdate, update),
    enable: serveSwitch(of, placementEnable),
    delete: serveDelete(of, placementDelete),
  }
}

type Verb = keyof ReturnType<typeof kindRoutes>

/** The call of a verb, dispatched by the payload's kind; ids of another kind are not found. */
export function placementRoutes(fileUrl: string): Served[] {
  const kinds = {
    banner: kindRoutes('banner', fileUrl),
    activity: kindRoutes('activity', fileUrl),
    advert: kindRoutes('advert', fileUrl),
  }
  const verbs: Verb[] = ['list', 'info', 'save', 'update', 'enable', 'delete']
  return verbs.map((verb): Served => {
    const { call, columns } = kinds.banner[verb]
    return {
      call,
      ...(columns && { columns }),
      handle: (context, payload) => kinds[(payload as { kind: Kind }).kind][verb].handle(context, payload),
    }
  })
}
