// A state has the same name on every screen.
import { expect, test } from 'vitest'
import { scoreTone } from './stateColours.ts'

type Tree = { [key: string]: string | Tree }
const files = import.meta.glob<Tree>('../../../contract/texts/{en,cn}/*.json', { import: 'default', eager: true })

/** The texts of one state machine in several rooms, by key. */
const alike: readonly (readonly string[])[] = [
  ['users:options.callState', 'live:options.callState'],
  ['users:options.itemState', 'audits:options.state', 'community:options.auditState'],
  ['users:options.report', 'audits:options.reportState'],
  ['users:options.state', 'live:options.userState', 'audits:queue.userState'],
  ['users:options.forbid', 'live:options.forbidState'],
  ['users:options.hours', 'live:options.hours', 'live:monitor.steps'],
]

function treeAt(language: string, place: string): Tree {
  const [room = '', path = ''] = place.split(':')
  const file = files[`../../../contract/texts/${language}/${room}.json`]!
  const found = path.split('.').reduce<Tree | string>((tree, key) => (tree as Tree)[key]!, file) as Tree
  return Object.fromEntries(Object.entries(found).map(([key, text]) => [key.replaceAll(' ', '_'), text]))
}

test.each(['en', 'cn'])('one name for each state: %s', (language) => {
  for (const [first, ...others] of alike)
    for (const other of others) expect(treeAt(language, other), other).toEqual(treeAt(language, first!))
})

test('a score has the same tone everywhere', () => {
  expect([0.1, 0.5, 0.79, 0.8].map(scoreTone)).toEqual(['neutral', 'waiting', 'waiting', 'bad'])
})
