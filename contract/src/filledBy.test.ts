import { expect, test } from 'vitest'
import type { z } from 'zod'
import { declaredCalls } from './allCalls.ts'
import { eventData } from './bridgeEvents.schema.ts'
import { type FilledBy, filledBy } from './filledBy.ts'
import { screens } from './screens.ts'

/** A call whose answer has rows. */
const isList = ({ answer }: { answer: z.ZodType }) => 'shape' in answer && 'records' in (answer.shape as object)

test('every list says what fills it, and nothing else does', () => {
  const lists = declaredCalls.filter(({ schema }) => isList(schema)).map(({ call }) => call.name)
  expect(lists.length).toBeGreaterThan(100)
  expect(Object.keys(filledBy).toSorted()).toEqual(lists.toSorted())
})

test('what it leads to exists', () => {
  for (const [list, fill] of Object.entries(filledBy) as [string, FilledBy][]) {
    if ('event' in fill) expect([list, Object.hasOwn(eventData, fill.event)]).toEqual([list, true])
    if ('at' in fill) expect([list, Object.hasOwn(screens, fill.at)]).toEqual([list, true])
  }
})

test('no list leads to itself', () => {
  const own = declaredCalls.flatMap(({ call }) => {
    const fill = (filledBy as Readonly<Record<string, FilledBy>>)[call.name]
    return fill && 'at' in fill && fill.at === call.menu ? call.name : []
  })
  // Parts of one screen: differences and entries come of the statements and lists beside them.
  expect(own.toSorted()).toEqual([
    'differenceList',
    'paramHistory',
    'sanctionsEntryList',
    'sanctionsHitList',
    'statementLineList',
    'userNoteList',
  ])
})
