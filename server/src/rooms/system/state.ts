// What of this room the app reads over the bridge: the same for everyone, so no caller is asked for.
import type { StateAnswer } from '@greenroom/contract/bridge.schema'
import type { Selectable } from 'kysely'
import type { DB, Reader } from '../../kit/database.ts'
import { definitions } from '../../params/index.ts'
import { catalogueState } from '../official/index.ts'
import { enabledTemplates, giftPictures, pictureUrl } from './giftTemplate/pictures.ts'
import { paramRows } from './param/queries.ts'
import { allParams } from './param/rules.ts'

/** Parameters marked as needed by the front end, by key. */
export async function parametersState(reader: Reader): Promise<StateAnswer<'parameters'>> {
  const needed = allParams(definitions, await paramRows(reader)).filter((param) => param.frontEndNeeded)
  return { parameters: needed.map(({ key, type, value }) => ({ key, type, value })) }
}

/** The enabled gift template of each scene, and the catalogue. `fileUrl` is the base of uploaded pictures. */
export async function giftsState(reader: Reader, now: Date, fileUrl: string): Promise<StateAnswer<'gifts'>> {
  const templates = await enabledTemplates(reader)
  const mimes = await giftPictures(
    reader,
    templates.flatMap((template) => template.picture_ids),
  )
  return {
    gifts: await catalogueState(reader, now, fileUrl),
    templates: templates.map(({ id, scene, name, picture_ids }) => ({
      templateId: id,
      scene,
      name,
      pictureUrls: picture_ids.map((picture) => pictureUrl(fileUrl, picture, mimes.get(picture))),
    })),
  }
}

/** Enabled countries in the order staff gave them. */
export async function countriesState(reader: Reader): Promise<StateAnswer<'countries'>> {
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
      names: { en: row.name_en, cn: row.name_cn },
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
