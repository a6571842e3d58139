// Gifts through the product's calls: prices over time, sales, and the commands to the app.
import { fileUpload } from '@greenroom/contract/access'
import * as calls from '@greenroom/contract/gifts'
import { liveGiftList } from '@greenroom/contract/live'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connect } from '../../../../test/bridge.ts'
import { aGift, anUpload } from '../../../../test/official.ts'
import { type Client, startProduct, type TestProduct } from '../../../../test/product.ts'
import { settled } from '../../../../test/settled.ts'
import { multipart, type World } from '../../../../test/world/base.ts'
import { readAnimation } from '../../../files/pictures/pictures.animation.ts'
import { idAt, newId } from '../../../kit/random.ts'
import { textOf } from '../../../kit/time.ts'
import { foldGifts } from './officialGift.fold.ts'
import { catalogueCost, heardWithin, pricesAt, sendableAt } from './officialGift.rules.ts'
import { giftsPriced } from './officialGift.sold.ts'

let product: TestProduct
let admin: Client
let world: World
beforeAll(async () => {
  product = await startProduct()
  admin = await product.administrator()
  world = { product, admin }
})
afterAll(() => product.close())

let sort = 5_000
const gift = async (over: object = {}) => ({
  nameEn: 'Rose',
  nameCn: '玫瑰',
  type: 'ordinary' as const,
  continuous: true,
  floatingScreen: false,
  sort: ++sort,
  pictureId: await anUpload(product, 'giftPicture'),
  price: 10,
  ...over,
})

describe('a gift', () => {
  it('is refused with the specific code of the catalogue', async () => {
    const wrong = async (over: object) => admin.refused(calls.giftSave, await gift(over))
    expect(await wrong({ nameEn: 'x'.repeat(21) })).toMatchObject({ code: 70001 })
    expect(await wrong({ nameCn: '' })).toMatchObject({ code: 70001 })
    expect(await wrong({ continuous: 'often' })).toMatchObject({
      code: 10009,
      fields: ['continuous'],
      reason: expect.stringMatching(/^field\./),
    })
    expect(await wrong({ floatingScreen: 'high' })).toMatchObject({
      code: 10009,
      fields: ['floatingScreen'],
      reason: expect.stringMatching(/^field\./),
    })
    expect(await wrong({ price: 0 })).toMatchObject({ code: 10009, fields: ['price'], reason: 'field.tooSmall' })
    const avatar = await anUpload(product, 'avatar')
    expect(await wrong({ pictureId: avatar })).toMatchObject({ fields: ['pictureId'], reason: 'gift.picture' })
    expect(await wrong({ animationId: avatar })).toMatchObject({ fields: ['animationId'], reason: 'gift.animation' })
    const first = await gift({ giftId: 4_242 })
    const { id } = await admin.call(calls.giftSave, first)
    expect(id).toBe(4_242)
    expect(await wrong({ giftId: 4_242 })).toMatchObject({ code: 90003, fields: ['giftId'], reason: 'gift.taken' })
    expect(await wrong({ sort: first.sort })).toMatchObject({ code: 90002, reason: 'gift.sort' })
    expect(await admin.refused(calls.giftInfo, { id: 99_999 })).toMatchObject({ code: 90003, reason: 'gift.none' })
    expect(await admin.refused(calls.giftUpdate, { id: 99_999, version: 1, ...(await gift()) })).toMatchObject({
      code: 90003,
      reason: 'gift.none',
    })
  })

  it('keeps a name in a third language when a form that knows two saves it, and the app receives all', async () => {
    const { nameEn, nameCn, ...rest } = await gift()
    const texts = { en: nameEn!, cn: nameCn!, pt: 'Rosa' }
    const { id } = await admin.call(calls.giftSave, { ...rest, texts })
    const { price: _, ...facts } = rest
    const named = { nameEn: 'Red rose', nameCn: '红玫瑰' }
    const update = { id, version: 1, ...facts }
    expect(await admin.refused(calls.giftUpdate, { ...update, ...named, texts })).toEqual({
      code: 10009,
      fields: ['nameEn', 'nameCn'],
      reason: 'field.differs',
    })
    for (const [payload, at] of [
      [{ nameEn: 'Red rose' }, 'nameCn'],
      [{ texts: { cn: '红玫瑰' } }, 'texts.en'],
      [{ texts: { ...texts, en: ' ' } }, 'texts.en'],
      [{ texts: { ...texts, fr: 'Rose' } }, 'texts'],
      [{ texts: { ...texts, pt: 'x'.repeat(21) } }, 'texts.pt'],
    ] as const)
      expect(await admin.refused(calls.giftUpdate, { ...update, ...payload } as never)).toEqual({
        code: 70001,
        fields: [at],
      })
    await admin.call(calls.giftUpdate, { ...update, ...named })
    expect((await admin.call(calls.giftInfo, { id })).gift).toMatchObject({
      names: { en: 'Red rose', cn: '红玫瑰' },
      texts: { en: 'Red rose', cn: '红玫瑰', pt: 'Rosa' },
    })
    expect((await admin.call(calls.giftList, { q: 'rosa' })).records.map((one) => one.id)).toEqual([id])
    await admin.call(calls.giftEnable, { ids: [id], enabled: true })
    const app = await connect(product)
    const ofApp = async () =>
      (await app.state('gifts')).json<{ gifts: { giftId: number }[] }>().gifts.find(({ giftId }) => giftId === id)
    expect(await ofApp()).toMatchObject({ texts: { pt: 'Rosa' } })
    // English alone: it stands for Chinese wherever a client knows two languages.
    const alone = { ...facts, id, version: 3, texts: { en: 'Rose', cn: '', ar: 'وردة' } }
    await admin.call(calls.giftUpdate, alone)
    const shown = { names: { en: 'Rose', cn: 'Rose' }, texts: { en: 'Rose', ar: 'وردة' } }
    expect((await admin.call(calls.giftInfo, { id })).gift).toMatchObject(shown)
    expect(await ofApp()).toMatchObject(shown)
    const entry = await product.database
      .selectFrom('log.readable')
      .select(['before', 'after'])
      .where('target', '=', `gift ${id}`)
      .where('operation', '=', 'gift.update')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    expect(entry).toMatchObject({
      before: { texts: { en: 'Red rose', cn: '红玫瑰', pt: 'Rosa' } },
      after: { texts: shown.texts },
    })
  })

  it('gets a price that takes effect later, which the app receives in advance', async () => {
    const id = await aGift(world, 10)
    await admin.call(calls.giftEnable, { ids: [id], enabled: true })
    const version = (await admin.call(calls.giftInfo, { id })).gift.version
    const set = { id, version, price: 25, reason: 'dearer' }
    expect(await admin.refused(calls.giftPriceSet, { ...set, at: '2020-01-01' })).toMatchObject({
      code: 10009,
      reason: 'gift.pricePast',
    })
    expect(await admin.refused(calls.giftPriceSet, { ...set, price: 10 })).toMatchObject({
      code: 20000,
      reason: 'gift.priceSame',
    })
    await admin.call(calls.giftPriceSet, { ...set, at: '2035-01-01 00:00:00' })
    expect(await admin.refused(calls.giftPriceSet, set)).toMatchObject({ code: 20000, reason: 'stale.by' })
    const { gift: shown, prices } = await admin.call(calls.giftInfo, { id })
    expect(shown).toMatchObject({ price: 10, nextPrice: { price: 25, from: '2035-01-01T00:00:00.000Z' } })
    expect(prices.map(({ price }) => price)).toEqual([25, 10])
    const app = await connect(product)
    const state = (await app.state('gifts')).json<{ gifts: { giftId: number }[] }>()
    expect(state.gifts.find(({ giftId }) => giftId === id)).toMatchObject({ price: 10, nextPrice: { price: 25 } })
    await admin.call(calls.giftPriceSet, { ...set, version: shown.version, price: 12 })
    expect((await admin.call(calls.giftInfo, { id })).gift).toMatchObject({ price: 12, nextPrice: null })
  })

  it('counts its sales, each once, at the day’s price; its name is in the records', async () => {
    const id = await aGift(world, 10)
    const now = product.clock.now()
    const sell = () =>
      sql`
      insert into live.gift (id, at, gift_id, sender_id, receiver_id, count, tokens, promo_tokens, bonus)
      select uuidv7(), ${now}, ${id}, 1, 2, 3, 30, 6, 12 from generate_series(1, 5)`.execute(product.database)
    await sell()
    await settled(product.database)
    await foldGifts(product.database, 'UTC')
    await foldGifts(product.database, 'UTC')
    await sell()
    await settled(product.database)
    await foldGifts(product.database, 'UTC')
    const { gift: shown, days } = await admin.call(calls.giftInfo, { id })
    expect(shown.sold).toEqual({ units: 30, tokens: 300, promoTokens: 60, bonus: 120 })
    expect(days).toHaveLength(1)
    const { records } = await admin.call(liveGiftList, { size: 1 })
    expect(records[0]).toMatchObject({ giftId: id, giftNames: shown.names })
  })
})

it('has sales equal to the ledger’s postings, each unit at the price then in force', async () => {
  const { database } = product
  const id = await aGift(world, 10)
  const app = await connect(product)
  const [senderId, receiverId] = [31_001, 31_002]
  const someone = { country: 'PT', language: 'en', platform: 'ios' } as const
  const register = (userId: number, sex: 'man' | 'woman') =>
    app.accepted({
      type: 'user.registered',
      data: { userId, nickname: `u${userId}`, sex, deviceId: `d${userId}`, ...someone },
    })
  await register(senderId, 'man')
  await register(receiverId, 'woman')
  const order = { orderId: 'gift-o1', userId: senderId, product: 'coins', tokens: 500, promoTokens: 15, usdCents: 500 }
  await app.accepted({ type: 'recharge.created', data: { ...order, gateway: 'card' } })
  await app.accepted({
    type: 'recharge.paid',
    data: { orderId: order.orderId, gatewayReference: 'gift-g1', feeUsdCents: 10 },
  })
  const give = (count: number, tokens: number) =>
    app.accepted({ type: 'gift.sent', data: { giftId: id, senderId, receiverId, count, tokens } })
  await give(2, 20)
  const { version } = (await admin.call(calls.giftInfo, { id })).gift
  await admin.call(calls.giftPriceSet, { id, version, price: 25, reason: 'dearer' })
  await give(1, 25)
  expect(
    await app.rejected({ type: 'gift.sent', data: { giftId: id, senderId, receiverId, count: 1, tokens: 9_000 } }),
  ).toBe(60001)
  await settled(database)
  await foldGifts(database, 'UTC')
  const { rows } = await sql<{ tokens: bigint; bonus: bigint }>`
    select -sum(e.amount) filter (where e.currency = 'TOKEN')::bigint as tokens,
           sum(e.amount) filter (where e.currency = 'BONUS')::bigint as bonus
      from live.gift g join ledger.entry e on e.transfer_id = g.id and e.version is not null
     where g.gift_id = ${id}`.execute(database)
  const { sold } = (await admin.call(calls.giftInfo, { id })).gift
  expect(sold).toEqual({ units: 3, tokens: 45, promoTokens: 15, bonus: 18 })
  expect({ tokens: Number(rows[0]!.tokens), bonus: Number(rows[0]!.bonus) }).toEqual({ tokens: 45, bonus: 18 })
})

it('has one price at any time: that of the newest row that has taken effect', () => {
  const at = (n: number) => new Date(n * 1_000)
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.integer({ min: 1, max: 20 }), { minLength: 1, maxLength: 6 }),
      fc.nat(25),
      (froms, n) => {
        const prices = froms.toSorted((a, b) => b - a).map((from) => ({ price: from * 10, from: at(from), by: 'a' }))
        const passed = froms.filter((from) => from <= n)
        const { price, next } = pricesAt(prices, at(n))
        expect(price).toBe(10 * (passed.length > 0 ? Math.max(...passed) : Math.min(...froms)))
        if (passed.length > 0) expect(next === null).toBe(passed.length === froms.length)
      },
    ),
  )
})

it('costs what a price in force says, in the minutes after a change the old one too; not continuous, one of them', () => {
  const minute = 60_000
  const at = (n: number) => new Date(n * minute)
  const history = <T extends object>(value: fc.Arbitrary<T>) =>
    fc
      .uniqueArray(fc.record({ from: fc.integer({ min: 1, max: 30 }), value }), {
        maxLength: 5,
        selector: ({ from }) => from,
      })
      .map((rows) => rows.toSorted((a, b) => b.from - a.from).map(({ from, value }) => ({ ...value, from: at(from) })))
  const prices = history(fc.record({ price: fc.integer({ min: 1, max: 3 }), by: fc.constant('a') }))
  const rules = history(fc.record({ continuous: fc.boolean(), floatingScreen: fc.boolean() }))
  const sold = fc.record({
    minute: fc.nat(40),
    count: fc.integer({ min: 1, max: 3 }),
    tokens: fc.integer({ min: 1, max: 9 }),
  })
  fc.assert(
    fc.property(prices, rules, sold, (prices, rules, { minute: n, count, tokens }) => {
      const moment = at(n)
      // At the moment, and within each of the minutes before it.
      const moments = [n, ...Array.from({ length: heardWithin / minute }, (_, back) => n - back - 0.5)]
      const during = <T extends { from: Date }>(rows: readonly T[]) =>
        moments.flatMap((one) => rows.find(({ from }) => from <= at(one)) ?? [])
      const may = sendableAt(rules, moment)
      const some = (of: 'continuous' | 'floatingScreen') =>
        !rules.some(({ from }) => from <= moment) || during(rules).some((rule) => rule[of])
      expect(may).toEqual({ continuous: some('continuous'), floatingScreen: some('floatingScreen') })
      const units = may.continuous ? count : 1
      const costs = during(prices).map(({ price }) => price * units)
      const cost = catalogueCost({ at: moment, count, tokens: BigInt(tokens) }, prices, rules)
      if (costs.includes(tokens)) expect(cost).toBe(BigInt(tokens))
      else expect(cost).toBe(costs.length === 0 ? null : BigInt(costs[0]!))
    }),
    { numRuns: 500, seed: 3 },
  )
})

it('is compared with the catalogue of its moment', async () => {
  const id = await aGift(world, 10)
  const now = product.clock.now()
  const moment = (minutes: number) => new Date(now.getTime() + minutes * 60_000)
  await admin.call(calls.giftPriceSet, { id, version: 1, price: 25, at: textOf(moment(60), 'UTC'), reason: 'dearer' })
  await sql`insert into official.gift_rule values (${id}, ${moment(80)}, false, false)`.execute(product.database)
  const events: [minutes: number, giftId: number, count: number, tokens: number, cost: number | null][] = [
    [1, id, 3, 30, 30],
    [1, id, 3, 29, 30],
    [62, id, 1, 25, 25],
    [62, id, 2, 20, 20],
    [66, id, 2, 20, 50],
    [86, id, 2, 50, 25],
    [1, 987_654, 5, 1, null],
  ]
  const ids = events.map(([minutes]) => newId(moment(minutes)))
  for (const [n, [minutes, giftId, count, tokens]] of events.entries())
    await sql`
      insert into live.gift (id, at, gift_id, sender_id, receiver_id, count, tokens, promo_tokens, bonus)
      values (${ids[n]}, ${moment(minutes)}, ${giftId}, 1, 2, ${count}, ${tokens}, 0, 0)`.execute(product.database)
  const priced = new Map((await giftsPriced(product.database, idAt(now), 100)).map((one) => [one.id, one]))
  expect(ids.map((one) => Number(priced.get(one)!.charged))).toEqual(events.map(([, , , tokens]) => tokens))
  expect(ids.map((one) => priced.get(one)!.cost)).toEqual(
    events.map(([, , , , cost]) => (cost === null ? null : BigInt(cost))),
  )
})

it('is sent several at once, or across the screen, only if it may be', async () => {
  const app = await connect(product)
  const id = await aGift(world, 10)
  const [senderId, receiverId] = [31_001, 31_002]
  const { gift: shown } = await admin.call(calls.giftInfo, { id })
  const edited = await gift({ continuous: false, floatingScreen: false })
  const send = (over: object) =>
    app.send([
      {
        type: 'gift.sent',
        at: product.clock.now(),
        data: { giftId: id, senderId, receiverId, count: 1, tokens: 1, ...over },
      },
    ])
  expect(await send({ count: 2 })).toMatchObject([{ status: 'accepted' }])
  await admin.call(calls.giftUpdate, { ...edited, id, version: shown.version })
  // The app may not have heard of it.
  expect(await send({ count: 2 })).toMatchObject([{ status: 'accepted' }])
  await sql`update official.gift_rule set from_at = from_at - make_interval(secs => ${heardWithin / 1_000 + 1})
             where gift_id = ${id}`.execute(product.database)
  expect(await send({ count: 2 })).toMatchObject([{ status: 'rejected', errorCode: 70002 }])
  expect(await send({ floatingScreen: true })).toMatchObject([{ status: 'rejected', errorCode: 70003 }])
  expect(await send({})).toMatchObject([{ status: 'accepted' }])
  // One that the catalogue does not have is sold by the app alone.
  expect(await send({ giftId: 987_654, count: 2, floatingScreen: true })).toMatchObject([{ status: 'accepted' }])
})

describe('an animation', () => {
  const lottie = (over: object = {}) =>
    Buffer.from(JSON.stringify({ v: '5.7', w: 200, h: 200, fr: 30, ip: 0, op: 60, layers: [{ ty: 4 }], ...over }))

  it('must be Lottie without code, external files or excessive size', () => {
    expect(readAnimation(lottie())).toMatchObject({ mime: 'application/json', width: 200 })
    const bad: [object, string][] = [
      [{ layers: [{ ks: { o: { x: 'var $bm_rt = 1' } } }] }, 'code'],
      [{ assets: [{ id: 'a', u: 'https://evil.example/', p: 'x.png' }] }, 'outside'],
      [{ assets: [{ id: 'a', u: '', p: 'x.png' }] }, 'outside'],
      [{ w: 9_000 }, 'size'],
      [{ op: 100_000 }, 'size'],
      [{ layers: Array.from({ length: 501 }, () => ({})) }, 'size'],
      [{ layers: 'none' }, 'broken'],
    ]
    for (const [over, why] of bad)
      expect(() => readAnimation(lottie(over))).toThrow(
        expect.objectContaining({ detail: [expect.objectContaining({ reason: `animation.${why}` })] }),
      )
    expect(() => readAnimation(Buffer.from('<svg onload=alert(1)>'))).toThrow()
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), (bytes) => {
        expect(() => readAnimation(Buffer.concat([Buffer.from('\0\0\0\x10ftypmp42'), bytes]))).toThrow()
      }),
    )
  })

  const box = (type: string, ...parts: Buffer[]) => {
    const size = Buffer.alloc(4)
    size.writeUInt32BE(8 + parts.reduce((sum, part) => sum + part.length, 0))
    return Buffer.concat([size, Buffer.from(type, 'latin1'), ...parts])
  }
  /** An MP4 of one track without frames; its movie header counts in thousandths of a second. */
  const mp4 = (width: number, height: number, seconds: number) => {
    const movie = Buffer.alloc(100)
    movie.writeUInt32BE(1_000, 12)
    movie.writeUInt32BE(seconds * 1_000, 16)
    const track = Buffer.alloc(84)
    track.writeUInt32BE(width * 65_536, 76)
    track.writeUInt32BE(height * 65_536, 80)
    return Buffer.concat([
      box('ftyp', Buffer.from('mp42\0\0\0\0mp42')),
      box('moov', box('mvhd', movie), box('trak', box('tkhd', track))),
      box('mdat', Buffer.alloc(4)),
    ])
  }

  it('may be an MP4 with a size and length, stored unchanged', async () => {
    const file = mp4(320, 240, 30)
    expect(readAnimation(file)).toEqual({ mime: 'video/mp4', extension: 'mp4', bytes: file, width: 320, height: 240 })
    for (const bad of [
      mp4(2_001, 240, 3),
      mp4(320, 240, 31),
      mp4(0, 240, 3),
      file.subarray(0, -1),
      file.subarray(0, -12),
    ])
      expect(() => readAnimation(bad)).toThrow()
    const { headers, payload } = multipart({ purpose: 'giftAnimation' }, file)
    const answer = await admin.send(fileUpload, { purpose: 'giftAnimation' }, { headers, payload } as never)
    expect(answer).toMatchObject({ code: 200, result: { mime: 'video/mp4', width: 320, height: 240 } })
    const { fileId } = (answer as unknown as { result: { fileId: string } }).result
    const { id } = await admin.call(calls.giftSave, await gift({ animationId: fileId }))
    const { gift: saved } = await admin.call(calls.giftInfo, { id })
    expect(saved.animation).toMatchObject({ fileId })
  })

  it.each([
    ['kind', Buffer.from('<svg/>')],
    ['code', lottie({ layers: [{ ks: { o: { x: 'var $bm_rt = 1' } } }] })],
    ['outside', lottie({ assets: [{ id: 'a', u: '', p: 'x.png' }] })],
    ['size', lottie({ w: 9_000 })],
    ['broken', lottie({ layers: 'none' })],
  ])('is refused with what is wrong: %s', async (why, file) => {
    const { headers, payload } = multipart({ purpose: 'giftAnimation' }, file)
    const answer = await admin.send(fileUpload, { purpose: 'giftAnimation' }, { headers, payload } as never)
    expect(answer).toMatchObject({ errorCode: 10009, detail: [{ field: 'file', reason: `animation.${why}` }] })
  })

  it('is uploaded and served with its type', async () => {
    const { headers, payload } = multipart({ purpose: 'giftAnimation' }, lottie())
    const answer = await admin.send(fileUpload, { purpose: 'giftAnimation' }, { headers, payload } as never)
    expect(answer).toMatchObject({ code: 200, result: { mime: 'application/json', width: 200 } })
    const { url } = (answer as unknown as { result: { url: string } }).result
    const served = await product.app.inject({ url: new URL(url, 'http://x').pathname })
    expect(served.headers['content-type']).toContain('application/json')
    expect(served.headers['content-security-policy']).toContain('sandbox')
  })
})
