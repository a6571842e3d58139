// The village's official content: banners, gifts and adverts, created by the regular calls during its history.
import { fileUpload } from '@greenroom/contract/access'
import type { Answer } from '@greenroom/contract/call'
import { giftEnable, giftPriceSet, giftSave } from '@greenroom/contract/gifts'
import { placementEnable, placementSave } from '@greenroom/contract/official'
import { giftTemplateCalls } from '@greenroom/contract/systemRecords'
import { textOf } from '../../server/src/kit/time.ts'
import { accountNamed, actAt, contextAt, type VillageServices } from './context.ts'
import { drawn } from './drawn.ts'
import { type By, planMessages } from './messages.ts'

const day = 86_400_000

/** The simulated app's gifts, by its ids. */
const gifts = [
  { giftId: 1, nameEn: 'Rose', nameCn: '玫瑰', price: 1, hue: 350 },
  { giftId: 2, nameEn: 'Coffee', nameCn: '咖啡', price: 5, hue: 28 },
  { giftId: 3, nameEn: 'Heart', nameCn: '爱心', price: 10, hue: 330 },
  { giftId: 4, nameEn: 'Bouquet', nameCn: '花束', price: 20, hue: 300 },
  { giftId: 5, nameEn: 'Balloon', nameCn: '气球', price: 50, hue: 190 },
  { giftId: 6, nameEn: 'Perfume', nameCn: '香水', price: 99, hue: 270 },
  { giftId: 7, nameEn: 'Crown', nameCn: '皇冠', price: 199, hue: 48 },
  { giftId: 8, nameEn: 'Ring', nameCn: '戒指', price: 520, hue: 55 },
  { giftId: 9, nameEn: 'Sports car', nameCn: '跑车', price: 999, hue: 210 },
  { giftId: 10, nameEn: 'Yacht', nameCn: '游艇', price: 1_999, hue: 200 },
  { giftId: 11, nameEn: 'Rocket', nameCn: '火箭', price: 5_200, hue: 260 },
  { giftId: 12, nameEn: 'Castle', nameCn: '城堡', price: 9_999, hue: 180 },
] as const

/** A small Lottie animation: a light that rises and fades. */
const rocket = {
  v: '5.7.4',
  fr: 30,
  ip: 0,
  op: 60,
  w: 200,
  h: 200,
  nm: 'rocket',
  ddd: 0,
  assets: [],
  layers: [
    {
      ddd: 0,
      ind: 1,
      ty: 4,
      nm: 'light',
      sr: 1,
      ip: 0,
      op: 60,
      st: 0,
      bm: 0,
      ao: 0,
      ks: {
        o: {
          a: 1,
          k: [
            { t: 0, s: [100], i: { x: [0.6], y: [1] }, o: { x: [0.4], y: [0] } },
            { t: 60, s: [0] },
          ],
        },
        r: { a: 0, k: 0 },
        a: { a: 0, k: [0, 0, 0] },
        p: {
          a: 1,
          k: [
            { t: 0, s: [100, 170, 0], i: { x: 0.5, y: 1 }, o: { x: 0.5, y: 0 } },
            { t: 60, s: [100, 30, 0] },
          ],
        },
        s: {
          a: 1,
          k: [
            {
              t: 0,
              s: [40, 40, 100],
              i: { x: [0.5, 0.5, 0.5], y: [1, 1, 1] },
              o: { x: [0.5, 0.5, 0.5], y: [0, 0, 0] },
            },
            { t: 60, s: [140, 140, 100] },
          ],
        },
      },
      shapes: [
        {
          ty: 'gr',
          it: [
            { ty: 'el', d: 1, s: { a: 0, k: [70, 70] }, p: { a: 0, k: [0, 0] } },
            { ty: 'fl', c: { a: 0, k: [0.55, 0.36, 0.96, 1] }, o: { a: 0, k: 100 }, r: 1 },
            {
              ty: 'tr',
              p: { a: 0, k: [0, 0] },
              a: { a: 0, k: [0, 0] },
              s: { a: 0, k: [100, 100] },
              r: { a: 0, k: 0 },
              o: { a: 0, k: 100 },
            },
          ],
        },
      ],
    },
  ],
}

/** Days before now: before the history, so that its gifts are those of the list. */
const begun = 91

/** Plans the content of the Official area, unless it has some. */
export async function planOfficial(services: VillageServices, now: Date): Promise<void> {
  const { database, later } = services
  if (await database.selectFrom('official.placement').select('id').limit(1).executeTakeFirst()) return
  const operations = await accountNamed(database, 'demo-operations')
  const at = (days: number) => new Date(now.getTime() + days * day)
  const text = (days: number) => textOf(at(days), services.timeZone())
  /** Acts on a day, negative in the past. */
  const by = (days: number): By => ({
    at: at(days),
    act: (call, payload) => actAt(services, operations, at(days), call, payload),
    upload: async (purpose, file) => {
      const context = contextAt(services, fileUpload, operations, at(days))
      const { fileId } = (await services.served(fileUpload.name)!.handle(context, { purpose, file })) as Answer<
        typeof fileUpload
      >
      return fileId
    },
  })
  const on = (days: number, run: (by: By) => Promise<unknown>) => later(at(days), () => run(by(days)))

  const place = async ({ act }: By, payload: { kind: string } & Record<string, unknown>, enabled = true) => {
    const { id } = await act<{ id: number }>(placementSave, payload)
    if (enabled) await act(placementEnable, { kind: payload.kind, ids: [id], enabled: true })
  }
  const banner = (days: number, sort: number, name: string, hue: number, more: object = {}, enabled = true) =>
    on(days, async (by) => {
      const pictureId = await by.upload('banner', await drawn(hue, 400, 200))
      await place(by, { kind: 'banner', name, pictureId, position: 'home', sort, ...more }, enabled)
    })
  banner(-62.4, 1, 'Welcome week', 160, { link: 'app://recharge' })
  banner(-6.1, 2, 'Carnival', 20, { countries: ['BR', 'PT', 'ES'], from: text(-5), to: text(9) })
  banner(-33.3, 3, 'For new anchors', 320, { sex: 'woman', link: 'app://anchor' })
  banner(-41.2, 4, 'Autumn (over)', 40, { from: text(-40), to: text(-10) })
  banner(-1.3, 5, 'Winter gala', 220, { from: text(12), to: text(20) })
  banner(-0.9, 6, 'Draft without a date', 100, {}, false)
  banner(-20.2, 1, 'First recharge bonus', 280, { position: 'recharge', link: 'app://recharge' })
  for (const [sort, name, hue, from, to] of [
    [1, 'Star of the month', 55, -2, 11],
    [2, 'Duo night', 200, -1, 12],
    [3, 'Winter tournament', 230, 14, 28],
    [4, 'Autumn quiz (over)', 30, -30, -9],
  ] as const)
    on(Math.min(from, 0) - 1.2 - sort / 50, async (by) => {
      const pictureId = await by.upload('activity', await drawn(hue, 400, 200))
      const link = 'https://greenroom.example/activity'
      await place(by, {
        kind: 'activity',
        name,
        pictureId,
        position: 'home',
        sort,
        from: text(from),
        to: text(to),
        link,
      })
    })
  const advert = (days: number, name: string, texts: object, more: object) =>
    on(days, (by) => place(by, { kind: 'advert', name, texts, ...more }))
  advert(
    -3.4,
    'Double tokens',
    { en: 'Double tokens this weekend', cn: '本周末代币翻倍', pt: 'Fichas em dobro neste fim de semana' },
    { position: 'ticker', sort: 1, link: 'app://recharge' },
  )
  advert(
    -48.2,
    'Be polite',
    { en: 'Be polite: nobody has to show you anything.', cn: '文明聊天，互相尊重。' },
    { position: 'chat', sort: 1 },
  )
  advert(
    -0.7,
    'New Year',
    { en: 'Happy New Year!', cn: '新年快乐！', es: '¡Feliz Año Nuevo!' },
    { position: 'ticker', sort: 2, from: text(30), to: text(34) },
  )

  on(-begun, async (by) => {
    const { act, upload } = by
    const rising = await upload('giftAnimation', Buffer.from(JSON.stringify(rocket)))
    for (const [index, { hue, ...gift }] of gifts.entries()) {
      const { id } = await act<{ id: number }>(giftSave, {
        ...gift,
        type: gift.price >= 5_000 ? 'activity' : 'ordinary',
        continuous: gift.price < 520,
        floatingScreen: gift.price >= 1_314,
        sort: index + 1,
        pictureId: await upload('giftPicture', await drawn(hue, 400, 400)),
        ...(gift.giftId === 11 && { animationId: rising }),
      })
      await act(giftEnable, { ids: [id], enabled: gift.giftId !== 12 })
      if (gift.giftId === 4)
        on(-0.3, (later) =>
          later.act(giftPriceSet, {
            id,
            version: 2,
            price: 25,
            at: text(5),
            reason: 'The price of flowers was raised.',
          }),
        )
    }
    for (const [name, scene, giftIds, enabled] of [
      ['Live room', 'live', [1, 3, 4, 7, 9, 10, 11, 8], true],
      ['Chat', 'chat', [1, 2, 3, 4, 5, 6], true],
      ['Winter chat', 'chat', [2, 5, 6, 7, 8, 12], false],
    ] as const) {
      const { id } = await act<{ id: number }>(giftTemplateCalls.save, { name, scene, giftIds })
      if (enabled) await act(giftTemplateCalls.turn, { id, version: 1, enabled })
    }
  })
  planMessages(services, { operations, on, text })
}
