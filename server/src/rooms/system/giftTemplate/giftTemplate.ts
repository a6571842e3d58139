// Gift templates: the gifts of the catalogue that each scene of the app offers.
import type { Parsed, RecordOf } from '@greenroom/contract/call'
import { giftTemplatesChanged } from '@greenroom/contract/sentences/system'
import {
  giftTemplateDelete,
  giftTemplateEnable,
  giftTemplateGifts,
  giftTemplateInfo,
  giftTemplateList,
  giftTemplateSave,
  giftTemplateUpdate,
} from '@greenroom/contract/systemRecords'
import type { Context } from '../../../kit/context.ts'
import { type Transaction, violates } from '../../../kit/database.ts'
import { refuseBecause } from '../../../kit/refusal.ts'
import { moment, type Served, serve } from '../../../kit/serve.ts'
import {
  addRow,
  changeRows,
  equals,
  lockAt,
  resource,
  search,
  serveDelete,
  serveRecord,
  serveRecords,
  switches,
} from '../../../records/index.ts'
import { giftCards, giftNamesOf } from '../../official/index.ts'
import { sendGifts } from '../telling.ts'
import { giftsFault, nameFault } from './rules.ts'

type Scene = RecordOf<typeof giftTemplateList>['scene']

const scenes: Record<Scene, { en: string; cn: string }> = {
  live: { en: 'Live', cn: '直播' },
  call: { en: '1v1 call', cn: '1v1 通话' },
  chat: { en: 'Chat', cn: '聊天' },
  dynamic: { en: 'Post', cn: '动态' },
}

/** The columns of a good template. @throws Refusal 70001 for the name, 70004 to 70007 and 90003 for the gifts. */
async function columnsOf(tx: Transaction, payload: Parsed<typeof giftTemplateSave>) {
  const badName = nameFault(payload.name)
  if (badName) throw refuseBecause(badName, 'name', 'gift.name')
  const { giftIds } = payload
  const badGifts = giftsFault(giftIds)
  if (badGifts) throw refuseBecause(badGifts, 'giftIds', 'gift.count', { count: giftIds.length })
  const known = await giftNamesOf(tx, giftIds)
  const missing = giftIds.filter((id) => !known.has(id))
  if (missing.length > 0) throw refuseBecause(90003, 'giftIds', 'gift.unknown', { ids: missing })
  return { name: payload.name, scene: payload.scene, gift_ids: giftIds, remark: payload.remark ?? '' }
}

/** `fileUrl` is the base of uploaded pictures, as logging in answers it. */
export function giftTemplateRoutes(fileUrl: string): Served[] {
  const templates = resource('system.gift_template', {
    id: { column: 'id', type: 'int' },
    menu: 'system.giftTemplate',
    noun: 'giftTemplate',
    view: (row) => ({
      id: row.id,
      name: row.name,
      scene: row.scene as Scene,
      giftIds: row.gift_ids,
      enabled: row.enabled,
      remark: row.remark,
      updatedAt: row.updated_at.toISOString(),
      updatedBy: row.updated_by,
      version: row.version,
    }),
    more: async ({ database, now }, rows) => {
      const cards = await giftCards(database, { now, fileUrl, ids: rows.flatMap((row) => row.gift_ids) })
      const byId = new Map(cards.map((card) => [card.giftId, card]))
      return rows.map((row) => ({
        // The log keeps their ids, the screen shows them.
        giftIds: undefined,
        gifts: row.gift_ids.flatMap((id) => byId.get(id) ?? []),
      }))
    },
    // An enabled template is in use: it is disabled before it goes.
    can: ({ enabled }) => ({
      update: true,
      ...switches(enabled),
      delete: enabled ? ('inUse' as const) : (true as const),
    }),
    fields: { name: 'name', scene: 'scene', giftIds: 'gift_ids', remark: 'remark', enabled: 'enabled' },
    sentence: giftTemplatesChanged,
    changed: async (tx, { now }, rows) => {
      if (rows.some(({ before, after }) => before?.enabled || after?.enabled)) await sendGifts(tx, now, fileUrl)
    },
  })

  /** A new template is not enabled. */
  const save = (context: Context, payload: Parsed<typeof giftTemplateSave>) =>
    context.tx(async (tx) => {
      const { id } = await addRow(tx, context, templates, await columnsOf(tx, payload))
      return { id }
    })

  /**
   * An enabled template may be edited, and the app's users see it at once; only its scene stays, since the scene would be left
   * without one (90006: disable it first).
   */
  const update = (context: Context, payload: Parsed<typeof giftTemplateUpdate>) =>
    context.tx(async (tx) => {
      const columns = await columnsOf(tx, payload)
      const before = await lockAt(tx, templates, payload.id, payload.version, columns)
      if (before.enabled && before.scene !== payload.scene) throw refuseBecause(90006, 'scene', 'gift.moveFirst')
      await changeRows(tx, context, templates, [before], columns, 'edited')
      return {}
    })

  /** One enabled template a scene; of two at once the unique index lets one through. @throws Refusal 20000, 90006 */
  async function enable(context: Context, { id, version, enabled }: Parsed<typeof giftTemplateEnable>) {
    try {
      return await context.tx(async (tx) => {
        const before = await lockAt(tx, templates, id, version, { enabled })
        if (before.enabled === enabled)
          throw refuseBecause(20000, 'enabled', enabled ? 'enabled.already' : 'disabled.already')
        const other = enabled ? await enabledIn(tx, before.scene) : undefined
        if (other) throw refuseBecause(90006, 'enabled', 'gift.otherEnabled', { name: other.name })
        await changeRows(tx, context, templates, [before], { enabled }, enabled ? 'enabled' : 'disabled')
        return {}
      })
    } catch (error) {
      if (violates(error, 'gift_template_enabled')) throw refuseBecause(90006, 'enabled', 'gift.otherJustEnabled')
      throw error
    }
  }

  return [
    serveRecords(templates, giftTemplateList, {
      filters: { q: search(['t.name', 't.remark']), scene: equals('t.scene'), enabled: equals('t.enabled') },
      orders: { updatedAt: { type: 'timestamptz', column: 'updated_at' }, name: { type: 'text', column: 'name' } },
      order: '-updatedAt',
      columns: [
        { names: { en: 'ID', cn: '编号' }, value: (template) => template.id },
        { names: { en: 'Name', cn: '名称' }, value: (template) => template.name },
        {
          names: { en: 'Scene', cn: '场景' },
          value: (template, context) => scenes[template.scene]?.[context.language] ?? template.scene,
        },
        {
          names: { en: 'Gifts', cn: '礼物' },
          value: (template, context) => template.gifts.map(({ names }) => names[context.language]).join(', '),
        },
        { names: { en: 'Enabled', cn: '启用' }, value: (template) => template.enabled },
        { names: { en: 'Remark', cn: '备注' }, value: (template) => template.remark },
        { names: { en: 'Changed by', cn: '修改人' }, value: (template) => template.updatedBy },
        { names: { en: 'Changed at', cn: '修改时间' }, value: (template) => moment(template.updatedAt) },
      ],
    }),
    serveRecord(templates, giftTemplateInfo, 'template'),
    serve(giftTemplateSave, save),
    serve(giftTemplateUpdate, update),
    serve(giftTemplateEnable, enable),
    serve(giftTemplateGifts, async ({ database, now }) => ({ gifts: await giftCards(database, { now, fileUrl }) })),
    serveDelete(templates, giftTemplateDelete),
  ]
}

/** The template that is enabled in a scene, if any. */
const enabledIn = (tx: Transaction, scene: string) =>
  tx
    .selectFrom('system.gift_template')
    .select('name')
    .where('scene', '=', scene)
    .where('enabled', '=', true)
    .executeTakeFirst()
