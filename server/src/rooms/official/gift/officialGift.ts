// The gift catalogue: gifts, prices and sales.
import type { Answer, Parsed, RecordOf } from '@greenroom/contract/call'
import { giftEnable, giftInfo, giftList, giftPriceSet, giftSave, giftUpdate } from '@greenroom/contract/gifts'
import { namesOf } from '@greenroom/contract/localized'
import { giftPriced, giftsChanged } from '@greenroom/contract/sentences/official'
import { stateAt } from '@greenroom/contract/shown'
import { sql } from 'kysely'
import { fileAddress, uploadedFor } from '../../../files/index.ts'
import { type Context, staffOf } from '../../../kit/calls/context.ts'
import { refuseBecause } from '../../../kit/calls/refusal.ts'
import { moment, type Served, serve } from '../../../kit/calls/serve.ts'
import { type Reader, type Transaction, violates } from '../../../kit/database/database.ts'
import { momentOf, textOf } from '../../../kit/time.ts'
import { recordMany } from '../../../log/index.ts'
import {
  addRow,
  changeRows,
  createdBy,
  equals,
  inTexts,
  lockAt,
  present,
  resource,
  search,
  serveRecords,
  serveSwitch,
  switches,
  textsOf,
} from '../../../records/index.ts'
import { stateFilter } from '../official.stateFilter.ts'
import {
  daysSince,
  giftNamesOf,
  periodOf,
  pricesOf,
  type Sold,
  setPrice,
  setSendingRule,
  soldSince,
} from './officialGift.queries.ts'
import { pricesAt } from './officialGift.rules.ts'

export type GiftServices = {
  /** The base of uploaded files. */
  fileUrl: string
  /** Sends the complete catalogue to the app. */
  giftsChanged: (tx: Transaction, now: Date) => Promise<void>
}

type Record = RecordOf<typeof giftList>

const month = 30 * 86_400_000
const firstDay = ({ now, timeZone }: Context) => textOf(new Date(now.getTime() - month), timeZone).slice(0, 10)

const given = ({ texts: all, nameEn: en, nameCn: cn }: Editable) => ({ all, en, cn })
const soldOf = (sold: Sold | undefined) => ({
  units: Number(sold?.units ?? 0),
  tokens: Number(sold?.tokens ?? 0),
  promoTokens: Number(sold?.promo_tokens ?? 0),
  bonus: Number(sold?.bonus ?? 0),
})

const giftsOf = ({ fileUrl, giftsChanged: tell }: GiftServices) =>
  resource('official.gift', {
    id: { column: 'id', type: 'int' },
    menu: 'official.gift',
    noun: 'gift',
    view: (row) => ({
      id: row.id,
      names: namesOf(row.texts),
      texts: row.texts,
      type: row.type as Record['type'],
      continuous: row.continuous,
      floatingScreen: row.floating_screen,
      sort: row.sort,
      pictureId: row.picture_id,
      animationId: row.animation_id,
      ...periodOf(row),
      updatedAt: row.updated_at.toISOString(),
      updatedBy: row.updated_by,
      version: row.version,
    }),
    more: async (context, rows) => {
      const { database, now } = context
      const ids = rows.map(({ id }) => id)
      const files = rows.flatMap((row) => [row.picture_id, ...(row.animation_id ? [row.animation_id] : [])])
      const [mimes, prices, sold] = await Promise.all([
        uploadedFor(database, ['giftPicture', 'giftAnimation'], files),
        pricesOf(database, ids),
        soldSince(database, ids, firstDay(context)),
      ])
      const fileOf = (id: string) => ({ fileId: id, url: fileAddress(fileUrl, id, mimes.get(id)) })
      return rows.map((row) => {
        const { price, next } = pricesAt(prices.get(row.id) ?? [], now)
        const { animation_id } = row
        const kind: 'mp4' | 'lottie' = mimes.get(animation_id ?? '') === 'video/mp4' ? 'mp4' : 'lottie'
        return {
          // The log keeps ids, the screen shows files.
          pictureId: undefined,
          animationId: undefined,
          picture: fileOf(row.picture_id),
          animation: animation_id === null ? null : { ...fileOf(animation_id), kind },
          price,
          nextPrice: next && { price: next.price, from: next.from.toISOString() },
          state: stateAt(periodOf(row), now.getTime()),
          sold: soldOf(sold.get(row.id)),
        }
      })
    },
    can: ({ enabled }) => ({ update: true, ...switches(enabled), price: true as const }),
    fields: {
      nameEn: ['texts', 'en'],
      nameCn: ['texts', 'cn'],
      type: 'type',
      continuous: 'continuous',
      floatingScreen: 'floating_screen',
      sort: 'sort',
      pictureId: 'picture_id',
      animationId: 'animation_id',
      from: 'from_at',
      to: 'to_at',
      enabled: 'enabled',
    },
    sentence: (rows, change) =>
      giftsChanged(
        'done',
        rows.map(({ texts }) => namesOf(texts)),
        change,
      ),
    changed: async (tx, { now }, rows) => {
      if (rows.some(({ before, after }) => before?.enabled || after?.enabled)) await tell(tx, now)
    },
  })

type Editable = Omit<Parsed<typeof giftUpdate>, 'id' | 'version'>

/** @throws Refusal 10009 for a file that was not uploaded for gifts, or a period that ends before it begins. */
async function columnsOf(tx: Transaction, { timeZone }: Context, payload: Editable) {
  const { pictureId, animationId } = payload
  const [pictures, animations] = await Promise.all([
    uploadedFor(tx, ['giftPicture'], [pictureId]),
    uploadedFor(tx, ['giftAnimation'], animationId ? [animationId] : []),
  ])
  if (pictures.size === 0) throw refuseBecause(10009, 'pictureId', 'gift.picture')
  if (animationId && animations.size === 0) throw refuseBecause(10009, 'animationId', 'gift.animation')
  const at = (field: 'from' | 'to') => (payload[field] ? momentOf(payload[field], timeZone, field) : null)
  const [from, to] = [at('from'), at('to')]
  if (from && to && to <= from) throw refuseBecause(10009, 'to', 'placement.period')
  return {
    texts: textsOf(given(payload)),
    type: payload.type,
    continuous: payload.continuous,
    floating_screen: payload.floatingScreen,
    sort: payload.sort,
    picture_id: pictureId,
    animation_id: animationId ?? null,
    from_at: from,
    to_at: to,
  }
}

/** @throws Refusal 90003 for an unknown id. */
async function mustExist(reader: Reader, id: number): Promise<void> {
  if (!(await giftNamesOf(reader, [id])).has(id)) throw refuseBecause(90003, 'id', 'gift.none')
}

async function inCatalogue<T>(context: Context, work: (tx: Transaction) => Promise<T>): Promise<T> {
  try {
    return await context.tx(work)
  } catch (error) {
    if (violates(error, 'gift_sort')) throw refuseBecause(90002, 'sort', 'gift.sort')
    if (violates(error, 'gift_pkey')) throw refuseBecause(90003, 'giftId', 'gift.taken')
    throw error
  }
}

export function giftRoutes(services: GiftServices): Served[] {
  const gifts = giftsOf(services)

  /** A new gift is not enabled; its price takes effect now. */
  const save = (context: Context, { giftId, price, ...payload }: Parsed<typeof giftSave>) =>
    inCatalogue(context, async (tx) => {
      const values = { ...(await columnsOf(tx, context, payload)), ...createdBy(context) }
      // Ids of the app's own gifts are given; ours come after the highest.
      const { rows } = await sql<{ id: number }>`
        select ${giftId ?? null}::int as id where ${giftId ?? null}::int is not null
        union all select coalesce(max(id), 0) + 1 from official.gift where ${giftId ?? null}::int is null`.execute(tx)
      const { id } = await addRow(tx, context, gifts, { ...values, id: rows[0]!.id })
      await setPrice(tx, { giftId: id, price, at: context.now, by: staffOf(context).username, now: context.now })
      await setSendingRule(tx, { giftId: id, ...payload, now: context.now })
      return { id }
    })

  const update = (context: Context, payload: Parsed<typeof giftUpdate>) =>
    inCatalogue(context, async (tx) => {
      await mustExist(tx, payload.id)
      const columns = await columnsOf(tx, context, payload)
      const before = await lockAt(tx, gifts, payload.id, payload.version, columns)
      const texts = textsOf(given(payload), before.texts)
      await changeRows(tx, context, gifts, [before], { ...columns, texts }, 'edited')
      if (before.continuous !== payload.continuous || before.floating_screen !== payload.floatingScreen)
        await setSendingRule(tx, { giftId: payload.id, ...payload, now: context.now })
      return {}
    })

  /** @throws Refusal 90003, 20000 for a stale version or an unchanged price, 10009 for a time in the past. */
  const price = (context: Context, payload: Parsed<typeof giftPriceSet>) =>
    context.tx(async (tx) => {
      await mustExist(tx, payload.id)
      const before = await lockAt(tx, gifts, payload.id, payload.version, {})
      const at = payload.at ? momentOf(payload.at, context.timeZone, 'at') : context.now
      if (at < context.now) throw refuseBecause(10009, 'at', 'gift.pricePast')
      const old = pricesAt((await pricesOf(tx, [before.id])).get(before.id) ?? [], context.now)
      if (old.price === payload.price && !old.next) throw refuseBecause(20000, 'price', 'gift.priceSame')
      await setPrice(tx, {
        giftId: before.id,
        price: payload.price,
        at,
        by: staffOf(context).username,
        now: context.now,
      })
      await tx
        .updateTable('official.gift')
        .set({ version: before.version + 1, updated_by: staffOf(context).username, updated_at: context.now })
        .where('id', '=', before.id)
        .execute()
      const from = payload.at && textOf(at, context.timeZone)
      await recordMany(tx, context, [
        {
          target: `gift ${before.id}`,
          content: giftPriced({ names: namesOf(before.texts), price: payload.price, from }),
          before: { price: old.price, next: old.next && { price: old.next.price, from: old.next.from.toISOString() } },
          after: { price: payload.price, from: at.toISOString() },
          reason: payload.reason,
        },
      ])
      if (before.enabled) await services.giftsChanged(tx, context.now)
      return {}
    })

  async function info(context: Context, { id }: Parsed<typeof giftInfo>): Promise<Answer<typeof giftInfo>> {
    const { database } = context
    await mustExist(database, id)
    const row = await database.selectFrom('official.gift').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    const [[gift], prices, days] = await Promise.all([
      present(context, gifts, [row]),
      pricesOf(database, [id]),
      daysSince(database, id, firstDay(context)),
    ])
    return {
      gift: gift!,
      prices: (prices.get(id) ?? []).map((one) => ({ price: one.price, from: one.from.toISOString(), by: one.by })),
      days: days.map(({ day, ...sold }) => {
        const { units, tokens, bonus } = soldOf(sold)
        return { day, units, tokens, bonus }
      }),
    }
  }

  return [
    serveRecords(gifts, giftList, {
      filters: {
        q: search([], inTexts('t.texts'), (text) => sql<boolean>`t.id::text = ${text}`),
        type: equals('t.type'),
        state: stateFilter,
      },
      orders: { sort: { type: 'int', column: 'sort' }, updatedAt: { type: 'timestamptz', column: 'updated_at' } },
      order: 'sort',
      size: 50,
      columns: [
        { heading: 'exports:columns.id', value: (row) => row.id },
        { heading: 'exports:columns.englishName', value: (row) => row.names.en },
        { heading: 'exports:columns.chineseName', value: (row) => row.names.cn },
        { heading: 'official:columns.type', value: (row) => row.type },
        { heading: 'exports:columns.priceTokens', value: (row) => row.price },
        { heading: 'official:columns.nextPrice', value: (row) => row.nextPrice?.price ?? null },
        {
          heading: 'exports:columns.nextPriceFrom',
          value: (row) => moment(row.nextPrice?.from ?? null),
        },
        { heading: 'exports:columns.continuous', value: (row) => row.continuous },
        { heading: 'exports:columns.floatingScreen', value: (row) => row.floatingScreen },
        { heading: 'official:columns.sort', value: (row) => row.sort },
        { heading: 'official:columns.state', value: (row) => row.state },
        { heading: 'official:columns.sold', value: (row) => row.sold.units },
        { heading: 'official:columns.soldTokens', value: (row) => row.sold.tokens },
        { heading: 'exports:columns.bonusIn30Days', value: (row) => row.sold.bonus },
        { heading: 'exports:columns.officialFrom', value: (row) => moment(row.from) },
        { heading: 'exports:columns.officialTo', value: (row) => moment(row.to) },
        { heading: 'official:columns.updatedBy', value: (row) => row.updatedBy },
        { heading: 'official:columns.updatedAt', value: (row) => moment(row.updatedAt) },
      ],
    }),
    serve(giftInfo, info),
    serve(giftSave, save),
    serve(giftUpdate, update),
    serveSwitch(gifts, giftEnable),
    serve(giftPriceSet, price),
  ]
}
