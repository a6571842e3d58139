// Landing pages as ordinary records.
import { landingsChanged } from '@greenroom/contract/sentences/promotion'
import { resource } from '../../../records/index.ts'
import { moreOf } from './landing.queries.ts'

/** @param base of the pages' addresses; undefined if they need an origin that is not set. */
export const landings = (base: string | undefined) =>
  resource('promotion.landing', {
    id: { column: 'id', type: 'int' },
    menu: 'promotion.landing',
    noun: 'landing',
    view: (row) => ({
      id: row.id,
      key: row.key,
      name: row.name,
      url: base === undefined ? '' : `${base}/l/${row.key}`,
      publishedAt: row.published_at?.toISOString() ?? null,
      createdBy: row.created_by,
      createdAt: row.created_at.toISOString(),
      version: row.version,
    }),
    more: async ({ database }, rows) => {
      const all = await moreOf(
        database,
        rows.map(({ id }) => id),
      )
      return rows.map(({ id }) => {
        const { channelId, number, channelName, a, b, shareB, visits, clicks } = all.get(id)!
        return { channel: { id: channelId, number, name: channelName }, a, b, shareB, visits, clicks }
      })
    },
    can: ({ published_at }) => ({
      update: true,
      publish: base === undefined ? 'noOrigin' : true,
      unpublish: published_at === null ? 'notPublished' : true,
    }),
    fields: { name: 'name' },
    sentence: (rows, change) => landingsChanged(rows, change),
  })

export type Landings = ReturnType<typeof landings>
