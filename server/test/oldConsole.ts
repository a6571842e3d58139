// A made-up old console, drawn from a seed: users with odd names, a tree of guilds with members, agents with stock, open orders and withdrawals.
// `flawed` is its first dump, as dumps are: ids twice, wrong totals, a lost user, values that no field takes.
import { type ImportKind, summed } from '@greenroom/contract/movingRecords.schema'

type Row = Record<string, unknown> & { kind: ImportKind }

const names = [
  'Noura',
  "O'Brien",
  'نورة',
  '李小龙',
  'Zoë 🦊',
  'a"quote',
  'back\\slash',
  '  spaced  ',
  'comma, name',
  'tab\tname',
  'İpek',
  '👩‍👩‍👧',
  'line\nbreak',
  '<b>bold</b>',
  'null',
  '0',
  'ﷺ',
]
const countries = ['AE', 'DE', 'BR', 'CN', 'TR', 'US']

/** Numbers from a seed: the same console each time. */
function drawn(seed: number) {
  let state = seed
  return (most: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * most)
  }
}

const day = 86_400_000
/** One red point. */
const picture = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC'

export type OldConsole = { rows: () => Generator<Row>; now: number }

/** The console's rows, kind by kind. @param now when its dump was made */
export function oldConsole({ users, seed, now }: { users: number; seed: number; now: number }): OldConsole {
  const first = 700_000
  const guilds = Math.max(4, Math.floor(users / 100))
  const agents = Math.max(2, Math.floor(users / 200))
  const idOf = (n: number) => first + n
  const ago = (days: number) => new Date(now - days * day).toISOString()
  function* rows(): Generator<Row> {
    const draw = drawn(seed)
    const bonusOf = new Map<number, number>()
    for (let p = 0; p < 3; p++)
      yield {
        kind: 'promoter',
        promoterId: 8_000 + p,
        name: `Promoter ${p}`,
        createdAt: ago(500),
        payableUsdCents: p * 12_345,
      }
    for (let c = 0; c < 6; c++)
      yield {
        kind: 'channel',
        number: `old-${c}`,
        name: `Channel ${c}`,
        ...(c > 0 && { promoterId: 8_000 + (c % 3) }),
        type: 'social',
        enabled: c === 5 ? 0 : 1,
        createdAt: ago(400),
        ...([{ model: 'CPA', priceUsdCents: 120 }, { model: 'CPS', shareBp: 900 }, {}][c % 3] as object),
      }
    for (let n = 0; n < users; n++) {
      const rich = draw(3) === 0
      const bonus = n < guilds * 5 ? 1_000 + draw(100_000) : draw(500)
      bonusOf.set(n, bonus)
      const banned = draw(50) === 0
      yield {
        kind: 'user',
        userId: idOf(n),
        nickname: `${names[draw(names.length)]}${n}`,
        sex: (['man', 'woman', 'none'] as const)[draw(3)],
        country: countries[draw(countries.length)],
        language: 'en',
        birthday: '1990-05-17',
        areaCode: '49',
        phone: `1510${String(1_000_000 + n)}`,
        level: draw(40),
        registeredAt: ago(40 + draw(900)),
        lastOnlineAt: ago(draw(30) + 1),
        // Databases without booleans write 0 and 1, and null for nothing.
        internal: draw(200) === 0 ? 1 : 0,
        email: null,
        ...(banned && { state: 'ban ID', banReason: 'Spam', bannedUntil: ago(-30) }),
        paidTokens: rich ? 1 + draw(50_000) : 0,
        promoTokens: draw(4) === 0 ? draw(300) : 0,
        bonus,
        debtTokens: draw(97) === 0 ? 1 + draw(900) : 0,
        ...(rich && { firstPaidAt: ago(30 + draw(300)) }),
      }
    }
    for (let d = 0; d < agents; d++)
      yield {
        kind: 'device',
        deviceId: `old-device-${d}`,
        platform: 'android',
        model: 'Pixel',
        firstSeenAt: ago(300),
        lastSeenAt: ago(2 + draw(20)),
        userIds: [idOf(users - 1 - d), idOf(users - 2 - d)],
        ...(d % 5 === 4 && { state: 'banned', banReason: 'Farm', bannedAt: ago(50) }),
      }
    for (let g = 0; g < guilds; g++)
      yield {
        kind: 'guild',
        // Sub-agencies stand above their parents.
        guildId: 5_000 + g,
        name: `Guild ${g} ${names[g % 3]}`,
        ...(g < guilds / 2 && { parentId: 5_000 + guilds - 1 }),
        leaderUserId: idOf(g),
        leaderName: `Leader ${g}`,
        leaderEmail: `leader${g}@example.com`,
        areaCode: '49',
        phone: `1520${String(1_000_000 + g)}`,
        registeredAt: ago(300),
        ...(g % 3 === 0 && { agreedRateBp: 1_100 }),
        payableUsdCents: g % 2 === 0 ? 1_000 + draw(500_000) : 0,
      }
    for (let m = guilds; m < guilds * 5; m++)
      yield { kind: 'member', guildId: 5_000 + (m % guilds), userId: idOf(m), since: ago(20 + draw(200)) }
    for (let a = 0; a < agents; a++)
      yield {
        kind: 'agent',
        userId: idOf(users - 1 - a),
        contact: `Telegram @agent${a}`,
        approvedAt: ago(200),
        countries: a % 2 === 0 ? ['AE', 'TR'] : [],
        stockTokens: 10_000 + draw(1_000_000),
        ...(a % 2 === 0 && { stockUsdCents: 9_000 }),
      }
    for (let o = 0; o < agents; o++)
      yield {
        kind: 'order',
        orderId: `old-order-${o}`,
        userId: idOf(draw(users)),
        product: 'tokens.1000',
        tokens: 1_000,
        usdCents: 999,
        gateway: 'play',
        createdAt: ago(draw(2) + 0.1),
      }
    for (let w = 0; w < agents; w++)
      yield {
        kind: 'withdrawal',
        withdrawalId: `old-withdrawal-${w}`,
        userId: idOf(w),
        bonus: Math.min(1_000, bonusOf.get(w) ?? 0),
        method: 'bank',
        lastFour: String(1_000 + w),
        requestedAt: ago(1),
      }
    for (let g = 0; g < 3; g++)
      yield {
        kind: 'gift',
        giftId: 9_000 + g,
        nameEn: `Rose ${g}`,
        nameCn: `玫瑰 ${g}`,
        price: 10 + g,
        sort: 9_000 + g,
        picture,
      }
    for (let t = 0; t < 2; t++)
      yield {
        kind: 'template',
        sort: 9_100 + t,
        titleEn: `Old reason ${t}`,
        titleCn: `旧原因 ${t}`,
        textEn: 'Not allowed',
        textCn: '不允许',
        kinds: ['avatar', 'photo'],
        labels: ['nudity'],
      }
  }
  return { rows, now }
}

/** The sums of each kind, by field; `count` among them. */
export function totalsOf({ rows }: OldConsole): Map<ImportKind, Record<string, number>> {
  const totals = new Map<ImportKind, Record<string, number>>()
  for (const row of rows()) {
    const sums = totals.get(row.kind) ?? { count: 0 }
    sums['count']! += 1
    for (const field of summed[row.kind] as readonly string[])
      sums[field] = (sums[field] ?? 0) + Number(row[field] ?? 0)
    totals.set(row.kind, sums)
  }
  return totals
}

const lineOf = (row: object) => `${JSON.stringify(row)}\n`

/** The dump of these kinds as NDJSON, with its totals, in pieces of some hundred lines. */
export function* dump(console: OldConsole, of: (kind: ImportKind) => boolean = () => true): Generator<string> {
  let piece = ''
  for (const row of console.rows())
    if (of(row.kind)) {
      piece += lineOf(row)
      if (piece.length > 100_000) {
        yield piece
        piece = ''
      }
    }
  for (const [kind, sums] of totalsOf(console)) if (of(kind)) piece += lineOf({ kind: 'totals', of: kind, ...sums })
  yield piece
}

const cellOf = (value: unknown): string => {
  const text = Array.isArray(value)
    ? value.join('|')
    : value === null || value === undefined
      ? ''
      : String(value as string | number)
  return /[",\n\r]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** The same of one kind as CSV with a heading. */
export function csvOf(console: OldConsole, kind: ImportKind): string {
  const rows = [...console.rows()].filter((row) => row.kind === kind)
  const sums = totalsOf(console).get(kind)!
  const columns = [...new Set(['kind', ...rows.flatMap(Object.keys), 'of', ...Object.keys(sums)])]
  const all: object[] = [...rows, { kind: 'totals', of: kind, ...sums }]
  return [columns, ...all.map((row) => columns.map((name) => (row as Record<string, unknown>)[name]))]
    .map((cells) => cells.map(cellOf).join(','))
    .join('\r\n')
}

/** The console's first dump: what is wrong with it, and the lines. */
export function flawed(console: OldConsole): string {
  const lines = [...dump(console)].join('').trimEnd().split('\n')
  const rows = lines.map((line) => JSON.parse(line) as Row)
  const at = (kind: ImportKind) => rows.findIndex((row) => row.kind === kind)
  const member = rows[at('member')]!
  return [
    ...lines.map((line) => line.replace('"of":"agent","count":', '"of":"agent","count":1')),
    // An id twice; a kind that cannot be brought; a field that nobody knows; a value out of bounds; a line cut off.
    lines[at('user')],
    JSON.stringify({ kind: 'moment', momentId: 7 }),
    JSON.stringify({ ...rows[at('user')], userId: 1, password: 'secret' }),
    JSON.stringify({ ...rows[at('user')], userId: 2, sex: 'yes' }),
    JSON.stringify({ ...rows[at('user')], userId: 3, nickname: 'nul\0' }),
    JSON.stringify({ ...member, userId: 4, guildId: 99_999 }),
    '{"kind":"user","userId":5,',
    '',
  ].join('\n')
}
