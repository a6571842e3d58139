import { eventExamples } from '@greenroom/contract/bridgeEvents.examples'
import { eventRefusals } from '@greenroom/contract/bridgeEvents.refusals'
import { type EventType, eventData } from '@greenroom/contract/bridgeEvents.schema'
import { describe, expect, it } from 'vitest'
import { createdBy, namedBy } from './bridge.subjects.ts'

const types = Object.keys(eventData) as EventType[]
const subjectsOf = (type: EventType) => {
  const event = { type, event: { id: '', at: new Date(0), type, data: eventExamples[type].data } as never }
  return { creates: createdBy(event), names: namedBy(event) }
}

/** Fields that no refusal depends on: where it happened, its own name, and what staff make. */
const beside = new Set([
  'giftId',
  'matchId',
  'viewId',
  'withdrawalId',
  'purchaseId',
  'refundId',
  'parentId',
  'inviterId',
])
const placed = new Set<EventType>(['gift.sent', 'live.viewed'])

describe('what an event names', () => {
  it.each(types.filter((type) => eventRefusals[type].length > 0))('%s: every id that it may be refused for', (type) => {
    const { creates, names } = subjectsOf(type)
    const known = [...creates, ...names].flatMap((subject) => subject.slice(subject.indexOf(':') + 1).split(' '))
    const ids = Object.entries(eventExamples[type].data).flatMap(([field, value]) => {
      const isPlace = placed.has(type) && (field === 'liveId' || field === 'callId')
      return field.endsWith('Id') && !beside.has(field) && !isPlace && value !== null ? [String(value)] : []
    })
    expect(ids.length).toBeGreaterThan(0)
    expect(known).toEqual(expect.arrayContaining(ids))
  })

  it.each(types)('%s: it does not wait for itself', (type) => {
    const { creates, names } = subjectsOf(type)
    expect(names.filter((subject) => creates.includes(subject))).toEqual([])
  })

  it('what is named is created by an event', () => {
    const kinds = (side: 'creates' | 'names') =>
      new Set(types.flatMap((type) => subjectsOf(type)[side].map((subject) => subject.split(':')[0])))
    expect(kinds('names')).toEqual(kinds('creates'))
  })
})
