// The key map has no conflicts, and every key listener uses it.
import { expect, test } from 'vitest'
import { dangerous, families, type KeyName, keys, ofOneDesk } from './keys.ts'

const sources = import.meta.glob<string>(['../**/*.{ts,tsx}', '!../**/*.test.ts'], {
  query: '?raw',
  import: 'default',
  eager: true,
})
const names = Object.keys(keys) as KeyName[]
const own = new Set<KeyName>(ofOneDesk.map(([name]) => name))
/** Without those of one desk. */
const shared = names.filter((name) => !own.has(name))
const letterOf = (name: KeyName): string | undefined => /^(?:shift\+)?([a-z])$/.exec(keys[name])?.[1]

/** Keys by letter; those with Ctrl are separate, since they write no letter. */
const byLetter = Map.groupBy(
  shared.filter((name) => letterOf(name) !== undefined),
  (name) => letterOf(name)!,
)

test('no key has two meanings', () => {
  const chords = shared.map((name) => keys[name])
  expect(chords.filter((chord, at) => chords.indexOf(chord) !== at)).toEqual([])
})

test('keys of one desk are heard on it only, and what has the same letter is not', () => {
  const heard = (name: KeyName) =>
    Object.entries(sources).filter(
      ([, source]) => source.includes(`useShortcut('${name}'`) || source.includes(`key: '${name}'`),
    )
  for (const [name, other] of ofOneDesk) {
    expect(keys[name]).toBe(keys[other])
    expect(heard(name).map(([file]) => file)).toEqual([expect.stringContaining('/approval/')])
    expect(heard(other).filter(([file]) => file.includes('/approval/'))).toEqual([])
  }
})

test('a letter has one meaning, with Shift or without', () => {
  const clashes = [...byLetter.values()].filter(
    (same) => same.length > 1 && !families.some((family) => same.every((name) => family.some((one) => one === name))),
  )
  expect(clashes).toEqual([])
})

test('dangerous keys need Shift, and their letter alone does nothing else', () => {
  for (const name of dangerous) {
    expect(keys[name]).toMatch(/^shift\+[a-z]$/)
    const others = byLetter.get(letterOf(name)!)?.filter((other) => other !== name) ?? []
    expect(others.filter((other) => other !== 'fail')).toEqual([])
  }
})

/** The declarations of actions and commands, with their source. */
const declared = Object.entries(sources).flatMap(([file, source]) =>
  [...source.matchAll(/define(?:Action|Command)(?:<[^(]*>)?\(\{([\s\S]*?)\n\s*\}\)|defineCommand\(\{(.*?)\}\)/g)].map(
    ([, long, short]) => ({ file, text: long ?? short ?? '' }),
  ),
)
const keyed = declared.flatMap(({ file, text }) => {
  const key = /\bkey: '([^']+)'/.exec(text)?.[1]
  const id = /\bid: '([^']+)'/.exec(text)?.[1]
  return key === undefined ? [] : [{ at: `${file} ${id}`, key, danger: text.includes('danger: true') }]
})

test('the actions are found', () => expect(keyed.length).toBeGreaterThan(30))

test('every action and command has its key from the map', () => {
  expect(keyed.filter(({ key }) => !(key in keys))).toEqual([])
})

test('actions marked dangerous have a dangerous key, and actions with one ask for confirmation', () => {
  expect(keyed.filter(({ key, danger }) => danger && !dangerous.some((one) => one === key))).toEqual([])
})

test('every listener takes its key from the map', () => {
  const handled = Object.entries(sources).flatMap(([file, source]) =>
    [...source.matchAll(/useShortcut\(\s*'([^']+)'/g)].map(([, key = '']) => ({ file, key })),
  )
  const ofFocus = /^(Enter|Escape|PageUp|PageDown|\+|-|(shift\+)?Arrow(Up|Down|Left|Right)|\d)$/
  expect(handled.length).toBeGreaterThan(50)
  expect(handled.filter(({ key }) => !(key in keys) && !ofFocus.test(key))).toEqual([])
})

test('every key of the map has a listener', () => {
  const texts = Object.entries(sources)
    .filter(([file]) => !file.endsWith('/keys.ts') || file.includes('queue') || file.includes('desk'))
    .map(([, source]) => source)
  const unheard = names.filter((name) => !texts.some((text) => text.includes(`'${name}'`)))
  expect(unheard).toEqual([])
})
