// The village's official content: banners, gifts, an advert, an official account and messages, created by the regular calls.
import { fileUpload } from '@greenroom/contract/access'
import type { Answer } from '@greenroom/contract/call'
import { giftEnable, giftPriceSet, giftSave } from '@greenroom/contract/gifts'
import { messageSave, messageStop } from '@greenroom/contract/messages'
import { officialAccountCalls, placementEnable, placementSave } from '@greenroom/contract/official'
import { giftTemplateCalls } from '@greenroom/contract/systemRecords'
import { textOf } from '../../kit/time.ts'
import { accountNamed, actAt, contextAt, type VillageServices } from './context.ts'

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

/** A picture of a few shapes in one colour. */
async function drawn(hue: number, width: number, height: number): Promise<Buffer> {
  const { default: sharp } = await import('sharp')
  const side = Math.min(width, height)
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <defs><linearGradient id="g" x2="1" y2="1"><stop stop-color="hsl(${hue},70%,62%)"/>
    <stop offset="1" stop-color="hsl(${(hue + 50) % 360},65%,38%)"/></linearGradient></defs>
    <rect width="100%" height="100%" fill="url(#g)"/>
    <circle cx="${width * 0.72}" cy="${height * 0.4}" r="${side * 0.34}" fill="#fff" opacity=".22"/>
    <circle cx="${width * 0.3}" cy="${height * 0.66}" r="${side * 0.2}" fill="#fff" opacity=".35"/></svg>`
  return sharp(Buffer.from(svg)).png().toBuffer()
}

/** Fills the Official area, unless it has content. */
export async function fillOfficial(services: VillageServices, now: Date): Promise<void> {
  const { database } = services
  if (await database.selectFrom('official.placement').select('id').limit(1).executeTakeFirst()) return
  const operations = await accountNamed(database, 'demo-operations')
  const act = <A>(call: Parameters<typeof actAt>[3], payload: object, at = now) =>
    actAt<A>(services, operations, at, call, payload)
  const text = (days: number) => textOf(new Date(now.getTime() + days * day), services.timeZone())
  const uploaded = async (purpose: 'banner' | 'activity' | 'giftPicture' | 'message', hue: number): Promise<string> =>
    upload(purpose, await drawn(hue, 400, purpose === 'giftPicture' ? 400 : 200))
  const upload = async (purpose: string, file: Buffer): Promise<string> => {
    const context = contextAt(services, fileUpload, operations, now)
    const { fileId } = (await services.served(fileUpload.name)!.handle(context, { purpose, file })) as Answer<
      typeof fileUpload
    >
    return fileId
  }

  const place = async (payload: { kind: string } & Record<string, unknown>, enabled = true) => {
    const { id } = await act<{ id: number }>(placementSave, payload, new Date(now.getTime() - 3 * day))
    if (enabled) await act(placementEnable, { kind: payload.kind, ids: [id], enabled: true })
  }
  const banner = async (sort: number, name: string, hue: number, more: object = {}, enabled = true) =>
    place({ kind: 'banner', name, pictureId: await uploaded('banner', hue), position: 'home', sort, ...more }, enabled)
  await banner(1, 'Welcome week', 160, { link: 'app://recharge' })
  await banner(2, 'Carnival', 20, { countries: ['BR', 'PT', 'ES'], from: text(-5), to: text(9) })
  await banner(3, 'For new anchors', 320, { sex: 'woman', link: 'app://anchor' })
  await banner(4, 'Autumn (over)', 40, { from: text(-40), to: text(-10) })
  await banner(5, 'Winter gala', 220, { from: text(12), to: text(20) })
  await banner(6, 'Draft without a date', 100, {}, false)
  await banner(1, 'First recharge bonus', 280, { position: 'recharge', link: 'app://recharge' })
  for (const [sort, name, hue, from, to] of [
    [1, 'Star of the month', 55, -2, 11],
    [2, 'Duo night', 200, -1, 12],
    [3, 'Winter tournament', 230, 14, 28],
    [4, 'Autumn quiz (over)', 30, -30, -9],
  ] as const)
    await place({
      kind: 'activity',
      name,
      pictureId: await uploaded('activity', hue),
      position: 'home',
      sort,
      from: text(from),
      to: text(to),
      link: 'https://greenroom.example/activity',
    })
  const advert = (name: string, texts: object, more: object) => place({ kind: 'advert', name, texts, ...more })
  await advert(
    'Double tokens',
    { en: 'Double tokens this weekend', cn: '本周末代币翻倍', pt: 'Fichas em dobro neste fim de semana' },
    { position: 'ticker', sort: 1, link: 'app://recharge' },
  )
  await advert(
    'Be polite',
    { en: 'Be polite: nobody has to show you anything.', cn: '文明聊天，互相尊重。' },
    { position: 'chat', sort: 1 },
  )
  await advert(
    'New Year',
    { en: 'Happy New Year!', cn: '新年快乐！', es: '¡Feliz Año Nuevo!' },
    { position: 'ticker', sort: 2, from: text(30), to: text(34) },
  )

  const rising = await upload('giftAnimation', Buffer.from(JSON.stringify(rocket)))
  for (const [index, { hue, ...gift }] of gifts.entries()) {
    const { id } = await act<{ id: number }>(
      giftSave,
      {
        ...gift,
        type: gift.price >= 5_000 ? 'activity' : 'ordinary',
        continuous: gift.price < 520,
        floatingScreen: gift.price >= 1_314,
        sort: index + 1,
        pictureId: await uploaded('giftPicture', hue),
        ...(gift.giftId === 11 && { animationId: rising }),
      },
      new Date(now.getTime() - 30 * day),
    )
    await act(giftEnable, { ids: [id], enabled: gift.giftId !== 12 })
    if (gift.giftId === 4)
      await act(giftPriceSet, { id, version: 2, price: 25, at: text(5), reason: 'The price of flowers was raised.' })
  }
  for (const [name, scene, giftIds, enabled] of [
    ['Live room', 'live', [1, 3, 4, 7, 9, 10, 11, 8], true],
    ['Chat', 'chat', [1, 2, 3, 4, 5, 6], true],
    ['Winter chat', 'chat', [2, 5, 6, 7, 8, 12], false],
  ] as const) {
    const { id } = await act<{ id: number }>(giftTemplateCalls.save, { name, scene, giftIds })
    if (enabled) await act(giftTemplateCalls.turn, { id, version: 1, enabled })
  }

  const person = await database
    .selectFrom('users.app_user')
    .select('id')
    .where('internal', '=', false)
    .orderBy('id')
    .executeTakeFirst()
  if (!person) return
  const account = await act<{ id: number }>(officialAccountCalls.save, {
    userId: Number(person.id),
    title: 'Greenroom Care',
    note: 'Answers for the platform.',
    writerIds: [operations.id],
  })
  const message = (payload: object) =>
    act<{ id: number }>(messageSave, { type: 'text', audience: { userType: 'all' }, ...payload })
  await message({
    name: 'New rules for broadcasts',
    texts: {
      en: { title: 'New rules', text: 'Please read the new rules for broadcasts before Monday.' },
      cn: { title: '新规则', text: '请在周一之前阅读新的直播规则。' },
    },
    accountId: account.id,
    sendType: 'now',
  })
  await message({
    name: 'Carnival greeting',
    type: 'text+link',
    texts: { en: { title: 'Carnival', text: 'The carnival begins. Come and see.' } },
    link: 'app://carnival',
    audience: { userType: 'some', countries: ['BR', 'PT', 'ES'], activeDays: 30 },
    sendType: 'now',
  })
  await message({
    name: 'Winter gala invitation',
    type: 'text+link',
    texts: { en: { title: 'Winter gala', text: 'You are invited to the winter gala.' } },
    link: 'https://greenroom.example/gala',
    audience: { userType: 'some', levelMin: 5 },
    sendType: 'scheduled',
    sendTime: text(2),
    notAfter: text(3),
  })
  await message({
    name: 'Duo night',
    type: 'text+link+picture',
    texts: {
      en: { title: 'Duo night', text: 'Call a friend tonight: the first minute is on us.' },
      pt: { title: 'Noite em dupla', text: 'Ligue para alguém hoje: o primeiro minuto é por nossa conta.' },
    },
    link: 'app://match',
    pictureId: await uploaded('message', 200),
    audience: { userType: 'some', sex: 'man', activeDays: 14 },
    sendType: 'now',
  })
  const wrong = await message({
    name: 'Maintenance (wrong date)',
    texts: { en: { title: 'Maintenance', text: 'Calls pause on Sunday from 03:00 to 03:20.' } },
    sendType: 'scheduled',
    sendTime: text(1),
  })
  await act(messageStop, { id: wrong.id, version: 1, reason: 'The maintenance was moved to another day.' })
  await message({
    name: 'First recharge reminder',
    texts: { en: { title: '', text: 'Your first recharge comes with a bonus.' } },
    audience: { userType: 'some', neverRecharged: true, activeDays: 7 },
    sendType: 'draft',
  })
}
