// This room's data as the app reads it over the bridge: the same for everyone, so there is no caller.

import type { ConfigSet } from '@greenroom/contract/appConfig.schema'
import type { StateAnswer } from '@greenroom/contract/bridge.schema'
import { namesOf } from '@greenroom/contract/localized'
import type { Selectable } from 'kysely'
import type { DB, Reader } from '../../kit/database/database.ts'
import { definitions } from '../../params/index.ts'
import { catalogueState, giftCards } from '../official/index.ts'
import { paramRows } from './param/param.queries.ts'
import { allParams } from './param/param.rules.ts'

/** Parameters marked as needed by the front end, by key. */
export async function parametersState(reader: Reader): Promise<ConfigSet<'parameters'>> {
  const needed = allParams(definitions, await paramRows(reader)).filter((param) => param.frontEndNeeded)
  return { parameters: needed.map(({ key, type, value }) => ({ key, type, value })) }
}

/** The enabled gift template of each scene, and the catalogue. `fileUrl` is the base of uploaded pictures. */
export async function giftsState(reader: Reader, now: Date, fileUrl: string): Promise<ConfigSet<'gifts'>> {
  const templates = await reader
    .selectFrom('system.gift_template')
    .selectAll()
    .where('enabled', '=', true)
    .orderBy('scene')
    .execute()
  const cards = await giftCards(reader, { now, fileUrl, ids: templates.flatMap((template) => template.gift_ids) })
  const byId = new Map(cards.map((card) => [card.giftId, card]))
  return {
    gifts: await catalogueState(reader, now, fileUrl),
    templates: templates.map(({ id, scene, name, gift_ids }) => {
      const gifts = gift_ids.flatMap((giftId) => byId.get(giftId) ?? [])
      return {
        templateId: id,
        scene,
        name,
        giftIds: gifts.map(({ giftId }) => giftId),
        pictureUrls: gifts.map(({ picture }) => picture.url),
      }
    }),
  }
}

/** Enabled countries in the order staff gave them. */
export async function countriesState(reader: Reader): Promise<ConfigSet<'countries'>> {
  const countries = await reader
    .selectFrom('system.country')
    .selectAll()
    .where('enabled', '=', true)
    .orderBy('sort')
    .orderBy('code')
    .execute()
  return {
    countries: countries.map((row) => ({
      code: row.code,
      names: namesOf(row.texts),
      texts: row.texts,
      diallingCode: row.dialling_code,
      currency: row.currency,
      region: row.region,
    })),
  }
}

type VersionRow = Selectable<DB['system.app_version']>

/** The newest build of each app, or of each of `apps`. */
export function newestVersions(reader: Reader, apps?: readonly string[]): Promise<VersionRow[]> {
  if (apps?.length === 0) return Promise.resolve([])
  let query = reader.selectFrom('system.app_version').selectAll()
  if (apps !== undefined) query = query.where('app', 'in', apps)
  return query.distinctOn('app').orderBy('app').orderBy('build', 'desc').execute()
}

/** A version as the app reads it. */
export const versionState = ({ share_percent, ...row }: VersionRow): StateAnswer<'versions'>['versions'][number] => ({
  app: row.app,
  name: row.name,
  build: row.build,
  address: row.address,
  description: row.description,
  mandatory: row.mandatory,
  sharePercent: share_percent,
})

/** The newest build of each app. */
export async function versionsState(reader: Reader): Promise<StateAnswer<'versions'>> {
  return { versions: (await newestVersions(reader)).map(versionState) }
}
