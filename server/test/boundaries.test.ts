// Import rules (docs/architecture.md), derived from the folder names and not from a hand-kept list of files.
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { isTest, type Source, sourcesOf } from './sources.ts'

const server = sourcesOf('server/src').filter((source) => !isTest(source))
const contract = sourcesOf('contract/src').filter((source) => !isTest(source))

/**
 * Layers from the top down; a folder may import those below it. `log` and its neighbours share a layer with `access`.
 */
const floors = [
  ['main', 'cli'],
  ['app', 'backup'],
  ['rooms'],
  [
    'access',
    'log',
    'params',
    'jobs',
    'files',
    'ledger',
    'bridge',
    'push',
    'approvals',
    'outbox',
    'bulk',
    'notify',
    'records',
  ],
  ['kit', 'config', 'migrations'],
  ['texts'],
]
/** Code that starts a process may read the environment. */
const entrances = /^server\/src\/(main|cli)(\.ts|\/)/

/** `server/src/rooms/system/…` belongs to the layer `rooms`. */
const folderOf = (path: string) => /^server\/src\/([\w-]+)/.exec(path)?.[1]
const floorOf = (path: string) => floors.findIndex((floor) => floor.includes(folderOf(path) ?? ''))

const known = (source: Source) => source.imports.filter((path) => path.startsWith('server/src/'))
const arrow = (source: Source, path: string) => `${source.path} → ${path}`
const roomOf = (path: string) => /^server\/src\/rooms\/([\w-]+)\//.exec(path)?.[1]

test('every file belongs to a layer', () => {
  expect(server.length).toBeGreaterThan(50)
  expect(server.filter(({ path }) => floorOf(path) === -1).map(({ path }) => path)).toEqual([])
})

test('nothing imports from a layer above', () => {
  const upward = server.flatMap((source) =>
    known(source)
      .filter((path) => floorOf(path) < floorOf(source.path))
      .map((path) => arrow(source, path)),
  )
  expect(upward).toEqual([])
})

test('within a layer, other folders are imported by their index only, and never in a circle', () => {
  const meetings = server.flatMap((source) =>
    known(source)
      .filter((path) => floorOf(path) === floorOf(source.path) && folderOf(path) !== folderOf(source.path))
      .filter((path) => floors[3]!.includes(folderOf(path) ?? ''))
      .map((path) => ({ from: folderOf(source.path)!, to: folderOf(path)!, path, source })),
  )
  const past = meetings.filter(({ to, path }) => path !== `server/src/${to}/index.ts`)
  expect(past.map(({ source, path }) => arrow(source, path))).toEqual([])
  expect(circleIn(meetings)).toBeNull()
})

test('rooms are imported by their index only, and never in a circle', () => {
  const meetings = server.flatMap((source) =>
    known(source).flatMap((path) => {
      const to = roomOf(path)
      const from = roomOf(source.path) ?? folderOf(source.path)!
      return to === undefined || to === from ? [] : [{ from, to, path, source }]
    }),
  )
  const past = meetings.filter(({ to, path }) => path !== `server/src/rooms/${to}/index.ts`)
  expect(past.map(({ source, path }) => arrow(source, path))).toEqual([])
  expect(circleIn(meetings)).toBeNull()
})

test('nothing depends on the text of an error, which PostgreSQL writes in the language of its server', () => {
  const compared =
    /\.message\s*(?:\.(?:startsWith|endsWith|includes|match|search|indexOf)\b|[=!]==)|\.test\(\s*\w+\.message\b/
  // The client library's own errors have a text only, always in English.
  const ofClient = 'server/src/kit/embedded/embedded.open.ts'
  const reading = server.filter(({ path, code }) => compared.test(code) && path !== ofClient)
  expect(reading.map(({ path }) => path)).toEqual([])
  const functions = new URL('../src/migrations/', import.meta.url)
  const statements = readdirSync(functions, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.sql'),
  )
  expect(statements.length).toBeGreaterThan(20)
  const texts = statements.filter((name) =>
    /\bsqlerrm\b|\bmessage_text\b/i.test(readFileSync(new URL(name, functions), 'utf8')),
  )
  expect(texts).toEqual([])
})

test('no import circle between files', () => {
  const everything = sourcesOf(
    'contract/src',
    'server/src',
    'web/src',
    'simulator/src',
    'bridge-client/src',
    'e2e',
    'bench',
  )
  // Lazy imports count, too.
  const meetings = everything.flatMap(({ path, imports }) => imports.map((to) => ({ from: path, to })))
  expect(meetings.length).toBeGreaterThan(3_000)
  expect(circleIn(meetings)).toBeNull()
})

test('the layers below are imported by their index only', () => {
  const past = server.flatMap((source) =>
    known(source)
      .filter((path) => floorOf(path) === 3 && floorOf(source.path) === 2)
      .filter((path) => path !== `server/src/${folderOf(path)}/index.ts`)
      .map((path) => arrow(source, path)),
  )
  expect(past).toEqual([])
})

test('the contract imports only its texts, and the server only the contract', () => {
  const foreign = contract.flatMap((source) =>
    source.imports
      .filter((path) => path !== 'zod' && !/^contract\/(src|texts)\//.test(path))
      .map((path) => arrow(source, path)),
  )
  expect(foreign).toEqual([])
  const others = server.flatMap((source) =>
    source.imports
      .filter(
        (path) => /^(web|simulator|bridge-client|e2e|bench)\//.test(path) || /^@greenroom\/(?!contract\/)/.test(path),
      )
      .map((path) => arrow(source, path)),
  )
  expect(others).toEqual([])
})

test('declarations of the contract stand in one folder, and are imported by their name alone', () => {
  const folders = new Set(contract.map(({ path }) => dirname(path).replace('contract/src', '')))
  expect([...folders].toSorted()).toEqual(['', '/reasons', '/records', '/sentences'])
})

test.each([
  { folder: 'bridge-client', may: ['contract'] },
  { folder: 'simulator', may: ['contract', 'bridge-client'] },
])('of our packages $folder imports $may only', ({ folder, may }) => {
  const wrong = sourcesOf(`${folder}/src`).flatMap((source) =>
    source.imports
      .filter((path) => /^(server|web|contract|simulator|bridge-client|e2e|bench)\/|^@greenroom\//.test(path))
      .filter((path) => ![folder, ...may].includes(path.replace('@greenroom/', '').split('/')[0]!))
      .map((path) => arrow(source, path)),
  )
  expect(wrong).toEqual([])
})

describe('inside a room', () => {
  const parts = server.filter(({ path }) => /^server\/src\/(rooms|access|files|log|bulk)\//.test(path))
  /** Files of a role, such as `orders.rules.ts`. */
  const named = (role: string) => parts.filter(({ path }) => new RegExp(`[/.]${role}\\.ts$`).test(path))

  test('rules import neither the database nor the clock', () => {
    const impure = named('rules').flatMap((source) =>
      source.imports
        // Types vanish; importing a value of these would make a rule impure.
        .filter((path) =>
          /^(kysely|pg)$|kit\/(database\/database|clock|calls\/context|random)\.ts$|(service|routes)\.ts$/.test(path),
        )
        .filter((path) => !onlyTypes(source, path))
        .map((path) => arrow(source, path)),
    )
    expect(impure).toEqual([])
  })

  test('only queries contain SQL', () => {
    const holding = parts
      .filter(({ path }) => /[/.](routes|service|rules)\.ts$/.test(path))
      .filter(({ code }) => /\bsql`|\.(selectFrom|insertInto|updateTable|deleteFrom)\(/.test(code))
      .map(({ path }) => path)
    expect(holding).toEqual([])
  })

  test('only services open transactions', () => {
    const opening = parts
      .filter(({ path }) => /[/.](routes|queries|rules)\.ts$/.test(path))
      .filter(({ code }) => /\.tx\(|\binTransaction\(|\.transaction\(\)/.test(code))
      .map(({ path }) => path)
    expect(opening).toEqual([])
  })
})

describe('SQL', () => {
  /** Schemas by the folder they belong to; `kit` serves everyone. */
  const homes: Record<string, string> = {
    access: 'access',
    audits: 'rooms/audits',
    bridge: 'bridge',
    bulk: 'bulk',
    chain: 'rooms/chain',
    community: 'rooms/community',
    files: 'files',
    finance: 'rooms/finance',
    flow: 'rooms/flow',
    guilds: 'rooms/guilds',
    indicators: 'rooms/indicators',
    ledger: 'ledger',
    live: 'rooms/live',
    moving: 'rooms/moving',
    notify: 'notify',
    log: 'log',
    official: 'rooms/official',
    privacy: 'rooms/privacy',
    promotion: 'rooms/promotion',
    system: 'rooms/system',
    topup_agents: 'rooms/topup-agents',
    users: 'rooms/users',
  }
  const table = `(${Object.keys(homes).join('|')})\\.\\w+`
  const writing = new RegExp(
    `\\b(?:insert into|update|delete from|merge into)\\s+${table}|(?:insertInto|updateTable|deleteFrom)\\('${table}`,
    'g',
  )
  const reading = new RegExp(`\\b(?:from|join)\\s+${table}|(?:selectFrom|[jJ]oin)\\(\\s*'${table}`, 'g')

  /** `rooms/flow → live`, for each statement on a table of another folder. */
  const reaching = (statement: RegExp) => [
    ...new Set(
      server
        .filter(({ path }) => !path.endsWith('/generated.ts') && !path.startsWith('server/src/migrations/'))
        .flatMap(({ path, code }) => {
          const folder = /^server\/src\/((?:rooms\/)?[\w-]+)/.exec(path)![1]!
          return [...code.matchAll(statement)]
            .map((match) => match.slice(1).find((schema) => schema !== undefined)!)
            .filter((schema) => homes[schema] !== folder)
            .map((schema) => `${folder} → ${schema}`)
        }),
    ),
  ]

  test('writes tables of its own folder; the System room is the screens of access and bridge', () => {
    expect(reaching(writing).toSorted()).toEqual(['app → bridge', 'rooms/system → access', 'rooms/system → bridge'])
  })

  /** Foreign tables that a folder reads: to show data of a user or a guild, and to check rules on it. */
  const reads: Record<string, string[]> = {
    access: ['guilds', 'log', 'system'],
    app: [
      'access',
      'audits',
      'bridge',
      'chain',
      'finance',
      'guilds',
      'indicators',
      'ledger',
      'log',
      'notify',
      'official',
      'promotion',
      'topup_agents',
      'users',
    ],
    bridge: ['access'],
    notify: ['access'],
    params: ['system'],
    records: ['users'],
    'rooms/audits': ['access', 'users'],
    'rooms/chain': ['access'],
    'rooms/community': ['audits', 'users'],
    'rooms/finance': ['access', 'audits', 'bridge', 'chain', 'files', 'guilds', 'live', 'system', 'users'],
    'rooms/flow': ['bridge', 'chain', 'finance', 'guilds', 'live', 'moving', 'promotion', 'topup_agents', 'users'],
    'rooms/guilds': ['access', 'files', 'finance', 'live', 'topup_agents', 'users'],
    'rooms/indicators': ['access', 'audits', 'community', 'finance', 'guilds', 'live', 'promotion', 'users'],
    'rooms/live': ['audits', 'users'],
    'rooms/moving': ['audits', 'finance', 'guilds', 'official', 'promotion', 'topup_agents', 'users'],
    'rooms/official': ['access', 'finance', 'live', 'users'],
    'rooms/privacy': [
      'access',
      'audits',
      'community',
      'finance',
      'guilds',
      'ledger',
      'live',
      'log',
      'official',
      'promotion',
      'topup_agents',
      'users',
    ],
    'rooms/promotion': ['access', 'finance', 'live', 'users'],
    'rooms/system': [
      'access',
      'bridge',
      'chain',
      'files',
      'finance',
      'guilds',
      'log',
      'moving',
      'promotion',
      'topup_agents',
      'users',
    ],
    'rooms/topup-agents': ['access', 'files', 'guilds', 'live', 'users'],
    'rooms/users': ['access', 'finance', 'guilds', 'live', 'promotion', 'system'],
  }

  test('reads other folders’ tables as this list says', () => {
    const known = new Set(Object.entries(reads).flatMap(([folder, all]) => all.map((one) => `${folder} → ${one}`)))
    expect(reaching(reading).filter((one) => !known.has(one))).toEqual([])
  })
})

describe('only the kit and the settings use', () => {
  const outside = server.filter(({ path }) => !/^server\/src\/(kit\/|config\.ts$)/.test(path))
  const touching = (what: RegExp) => outside.filter(({ code }) => what.test(code)).map(({ path }) => path)

  test('the environment', () => {
    expect(touching(/process\.env/).filter((path) => !entrances.test(path))).toEqual([])
  })

  test('the clock', () => {
    expect(touching(/Date\.now\(|new Date\(\)|Temporal\.Now/)).toEqual([])
  })

  test('randomness', () => {
    const names = /Math\.random|\b(randomBytes|randomInt|randomUUID|getRandomValues|randomFillSync)\b/
    expect(touching(names)).toEqual([])
  })

  test('SQL’s own clock is used by migrations only', () => {
    const sqlClock = /\b(now|clock_timestamp|statement_timestamp|transaction_timestamp)\(\)|\bcurrent_timestamp\b/i
    const asking = server
      .filter(({ path }) => !path.startsWith('server/src/migrations/') && !path.endsWith('/generated.ts'))
      .filter(({ code }) => [...code.matchAll(/\bsql(?:<[^`]*>)?`([^`]*)`/g)].some(([, text]) => sqlClock.test(text!)))
      .map(({ path }) => path)
    expect(asking).toEqual([])
  })
})

describe('folders and names of the server', () => {
  const below = (path: string) => path.slice('server/src/'.length).split('/')
  // A release adds a migration, and a migration is named by its number.
  const named = server.filter(({ path }) => !path.startsWith('server/src/migrations/'))
  const folders = Map.groupBy(named, ({ path }) => below(path).slice(0, -1).join('/'))

  test('at most three levels', () => {
    expect([...folders.keys()].filter((folder) => folder.split('/').length > 3)).toEqual([])
  })

  test('4 to 25 files, and 150 lines or more; `main.ts` and `config.ts` stand alone', () => {
    expect(folders.size).toBeGreaterThan(80)
    const sizes = [...folders]
      .filter(([folder]) => folder !== '')
      .map(([folder, files]) => ({
        folder,
        files: files.length,
        lines: files.reduce((sum, { text }) => sum + text.split('\n').length - 1, 0),
      }))
    expect(sizes.filter(({ files, lines }) => files < 4 || files > 25 || lines < 150)).toEqual([])
  })

  /** Small files with one caller that stay, and why. */
  const alone: Record<string, string> = {
    'texts/chinese.ts': 'imported as a whole, beside the English texts with the same names',
    'texts/english.ts': 'as above',
  }
  /** What a file is by its name: `orders.rules.ts` holds rules, to which rules apply that its caller need not keep. */
  const roleOf = (path: string) => /[/.](routes|service|queries|rules)\.ts$/.exec(path)?.[1]

  test('a file under 25 lines with one caller is a part of it, unless it has a role, is loaded later, tested by itself, or a door or passed on by one', () => {
    const users = Map.groupBy(
      sourcesOf('server/src', 'server/test', 'simulator').flatMap((source) =>
        [...source.code.matchAll(/(?:\b(from)|\bimport)\s*(\(?)\s*'(\.[^']+)'/g)].map((match) => {
          const passedOn = new RegExp(`\\bexport\\b[^;'"]*\\bfrom '${match[3]!.replaceAll('.', '\\.')}'`).test(
            source.code,
          )
          const target = join(dirname(source.path), match[3]!)
          return { target, by: match[2] !== '' || passedOn || isTest(source) ? 'apart' : source.path }
        }),
      ),
      ({ target }) => target,
    )
    const small = named.filter(({ path, text }) => {
      const by = new Set(users.get(path)?.map((user) => user.by))
      if (path.endsWith('/index.ts') || text.split('\n').length > 25 || by.size !== 1 || by.has('apart')) return false
      const role = roleOf(path)
      return role === undefined || [...by].some((caller) => roleOf(caller) === role)
    })
    expect(small.map(({ path }) => below(path).join('/')).toSorted()).toEqual(Object.keys(alone).toSorted())
  })

  test('no name occurs twice, but for `index.ts`: a file is opened by its name', () => {
    const byName = Map.groupBy(named, ({ path }) => below(path).at(-1)!)
    byName.delete('index.ts')
    const twins = [...byName.values()].filter((files) => files.length > 1)
    expect(twins.map((files) => files.map(({ path }) => path))).toEqual([])
  })

  test('files of a role are named by their subject, too', () => {
    const bare = named.filter(({ path }) => /^(routes|service|queries|rules)\.ts$/.test(below(path).at(-1)!))
    expect(bare.map(({ path }) => path)).toEqual([])
  })
})

describe('the village, which is not shipped with the server', () => {
  test('is named by one file of it only', () => {
    const naming = server.filter(({ code }) => /\/simulator\//.test(code)).map(({ path }) => path)
    expect(naming).toEqual(['server/src/app/village.ts'])
    expect(server.filter(({ imports }) => imports.some((path) => path.startsWith('simulator/')))).toEqual([])
    expect(readFileSync(new URL('../../Dockerfile', import.meta.url), 'utf8')).not.toMatch(
      /^COPY.*\bsimulator simulator$/m,
    )
  })

  test('acts through what the server gives to others', () => {
    const doors =
      /^server\/src\/(kit\/|(rooms\/)?[\w-]+\/index\.ts$|app\/(village|simulatedChains|dispatch)\.ts$|access\/administrator\.ts$)/
    const village = sourcesOf('simulator/village').filter((source) => !isTest(source))
    expect(village.length).toBeGreaterThan(20)
    const past = village.flatMap((source) =>
      known(source)
        .filter((path) => !doors.test(path))
        .map((path) => arrow(source, path)),
    )
    expect(past).toEqual([])
  })
})

test('there are no default exports', () => {
  const pathsWith = (what: RegExp) => server.filter(({ code }) => what.test(code)).map(({ path }) => path)
  expect(pathsWith(/^export default/m)).toEqual([])
})

/** True if every import of `path` is `import type` or types only. */
function onlyTypes(source: Source, path: string): boolean {
  const file = path.split('/').at(-1)!.replace('.', '\\.')
  const statements = [...source.code.matchAll(new RegExp(`import\\s+([^;'"]*?)\\s+from\\s+'[^']*${file}'`, 'g'))]
  return statements.every(([, what = '']) => {
    if (what.startsWith('type ')) return true
    const names = what.replace(/[{}]/g, '').split(',')
    return names.every((name) => name.trim() === '' || name.trim().startsWith('type '))
  })
}

/** A circle among `from → to`, as a list of names, or null. */
function circleIn(meetings: { from: string; to: string }[]): string[] | null {
  const next = Map.groupBy(meetings, ({ from }) => from)
  const free = new Set<string>()
  const walk = (name: string, way: string[]): string[] | null => {
    if (free.has(name)) return null
    if (way.includes(name)) return [...way.slice(way.indexOf(name)), name]
    for (const { to } of next.get(name) ?? []) {
      const circle = walk(to, [...way, name])
      if (circle) return circle
    }
    free.add(name)
    return null
  }
  for (const from of next.keys()) {
    const circle = walk(from, [])
    if (circle) return circle
  }
  return null
}
