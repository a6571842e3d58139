// Changes gift templates: one transaction a verb.

import type { Parsed } from '@greenroom/contract/call'
import { giftTemplatesChanged } from '@greenroom/contract/sentences/system'
import type { Change } from '@greenroom/contract/sentences/words'
import type {
  giftTemplateDelete,
  giftTemplateEnable,
  giftTemplateSave,
  giftTemplateUpdate,
} from '@greenroom/contract/system'
import { batch, chosen, done, notDone } from '../../../kit/batch.ts'
import { type Context, staffOf } from '../../../kit/context.ts'
import { type Transaction, violates } from '../../../kit/database.ts'
import { Refusal, refuseBecause } from '../../../kit/refusal.ts'
import { staleWrite } from '../../../kit/stale.ts'
import { record, recordMany } from '../../../log/index.ts'
import { tellGifts } from '../telling.ts'
import * as queries from './queries.ts'
import { editable, nameFault, picturesFault, templateOf } from './rules.ts'

const target = (row: queries.TemplateRow) => `giftTemplate ${row.id}`
const told = (row: queries.TemplateRow, how: Change) =>
  giftTemplatesChanged([{ name: row.name, scene: row.scene }], how)

/** The columns of a good template. @throws Refusal 70001 for the name, 70004 to 70007 for the pictures. */
async function columnsOf(tx: Transaction, payload: Parsed<typeof giftTemplateSave>) {
  const badName = nameFault(payload.name)
  if (badName) throw refuseBecause(badName, 'name', 'gift.name')
  const pictureIds = payload.pictureIds.map((id) => id.toLowerCase())
  const badPictures = picturesFault(pictureIds)
  if (badPictures) throw refuseBecause(badPictures, 'pictureIds', 'gift.pictures', { count: pictureIds.length })
  const uploaded = await queries.giftPictures(tx, pictureIds)
  const missing = pictureIds.filter((id) => !uploaded.has(id))
  if (missing.length > 0) throw refuseBecause(70007, 'pictureIds', 'gift.notUploaded', { ids: missing })
  return { name: payload.name, scene: payload.scene, picture_ids: pictureIds, remark: payload.remark ?? '' }
}

const changeOf = (context: Context) => ({ updated_by: staffOf(context).username, updated_at: context.now })

/** The row at the version it was decided on. @throws Refusal 10032 for an unknown id, 20000 for a stale version. */
async function lockAt(tx: Transaction, id: number, version: number, sent: Record<string, unknown>) {
  const [row] = await queries.lockTemplates(tx, [id])
  if (!row) throw new Refusal(10032)
  if (row.version !== version)
    throw staleWrite({ by: row.updated_by, at: row.updated_at, version: row.version }, editable(row), sent)
  return row
}

/** A new template is not enabled. */
export const saveTemplate = (context: Context, payload: Parsed<typeof giftTemplateSave>) =>
  context.tx(async (tx) => {
    const made = await queries.insertTemplate(tx, { ...(await columnsOf(tx, payload)), ...changeOf(context) })
    await record(tx, context, {
      target: target(made),
      content: told(made, 'added'),
      before: null,
      after: templateOf(made),
    })
    return { id: made.id }
  })

/**
 * An enabled template may be edited, and its users see it at once; only its scene stays, since the scene would be left
 * without one (90006: disable it first).
 */
export const updateTemplate = (fileUrl: string, context: Context, payload: Parsed<typeof giftTemplateUpdate>) =>
  context.tx(async (tx) => {
    const columns = await columnsOf(tx, payload)
    const before = await lockAt(tx, payload.id, payload.version, payload)
    if (before.enabled && before.scene !== payload.scene) throw refuseBecause(90006, 'scene', 'gift.moveFirst')
    const after = await queries.updateTemplate(tx, before.id, { ...columns, ...changeOf(context) })
    await record(tx, context, {
      target: target(after),
      content: told(after, 'edited'),
      before: templateOf(before),
      after: templateOf(after),
    })
    if (after.enabled) await tellGifts(tx, context.now, fileUrl)
    return {}
  })

/** One enabled template a scene; of two at once the unique index lets one through. @throws Refusal 20000, 90006 */
export async function enableTemplate(fileUrl: string, context: Context, payload: Parsed<typeof giftTemplateEnable>) {
  try {
    return await context.tx(async (tx) => {
      const before = await lockAt(tx, payload.id, payload.version, { enabled: payload.enabled })
      if (before.enabled === payload.enabled)
        throw refuseBecause(20000, 'enabled', payload.enabled ? 'enabled.already' : 'disabled.already')
      const other = payload.enabled ? await queries.enabledIn(tx, before.scene) : null
      if (other !== null) throw refuseBecause(90006, 'enabled', 'gift.otherEnabled', { name: other })
      const after = await queries.updateTemplate(tx, before.id, { enabled: payload.enabled, ...changeOf(context) })
      await record(tx, context, {
        target: target(after),
        content: told(after, payload.enabled ? 'enabled' : 'disabled'),
        before: templateOf(before),
        after: templateOf(after),
      })
      await tellGifts(tx, context.now, fileUrl)
      return {}
    })
  } catch (error) {
    if (violates(error, 'gift_template_enabled')) throw refuseBecause(90006, 'enabled', 'gift.otherJustEnabled')
    throw error
  }
}

/** An enabled one is 90006 on its own line, an unknown id 10032. */
export const deleteTemplates = (context: Context, payload: Parsed<typeof giftTemplateDelete>) => {
  const ids = chosen(payload.ids, 'ids')
  return batch(context, async (tx) => {
    const found = await queries.lockTemplates(tx, ids)
    const going = found.filter((row) => !row.enabled)
    await queries.deleteTemplates(
      tx,
      going.map((row) => row.id),
    )
    await recordMany(
      tx,
      context,
      going.map((before) => ({
        target: target(before),
        content: told(before, 'deleted'),
        before: templateOf(before),
        after: null,
        reason: payload.reason,
      })),
    )
    const enabled = new Map(found.map((row) => [row.id, row.enabled]))
    return ids.map((id) => (enabled.get(id) === false ? done(id) : notDone(id, enabled.has(id) ? 90006 : 10032)))
  })
}
