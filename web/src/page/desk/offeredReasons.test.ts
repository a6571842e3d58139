import { machineLabels } from '@greenroom/contract/machineLabels'
import { wallReasons } from '@greenroom/contract/wallReasons'
import { describe, expect, test } from 'vitest'
import { offeredForAll, offeredUnder, pressed, type Reason } from './offeredReasons.ts'

const reason = (number: number, labels: string[] = []): Reason => ({
  id: `r${number}`,
  number,
  title: `Reason ${number}`,
  labels,
})
const reasons = [reason(2, ['nudity']), reason(5, ['minor']), reason(12)]

describe('a key', () => {
  test('chooses by the reason’s own number, or decides at once where digits decide', () => {
    expect(pressed('5', { reasons, value: undefined, digits: 'choose' })).toEqual({ choose: 'r5' })
    expect(pressed('5', { reasons, value: undefined, digits: 'decide' })).toEqual({ send: 'r5' })
    // Not by its place, and not by half of a number.
    expect(pressed('1', { reasons, value: undefined, digits: 'decide' })).toBeUndefined()
    expect(pressed('3', { reasons, value: undefined, digits: 'decide' })).toBeUndefined()
  })

  test('Enter sends what is chosen, and nothing without a choice', () => {
    expect(pressed('Enter', { reasons, value: 'r2', digits: 'choose' })).toEqual({ send: 'r2' })
    expect(pressed('Enter', { reasons, value: undefined, digits: 'decide' })).toBeUndefined()
    expect(pressed('Enter', { reasons: [], value: 'r2', digits: 'decide' })).toBeUndefined()
  })

  test('arrows go round; other keys are not the picker’s', () => {
    const at = (key: string, value?: string) => pressed(key, { reasons, value, digits: 'decide' })
    expect([at('ArrowDown'), at('ArrowDown', 'r12'), at('k', 'r2'), at('ArrowUp')]).toEqual([
      { choose: 'r2' },
      { choose: 'r2' },
      { choose: 'r12' },
      { choose: 'r12' },
    ])
    expect([at('x'), at('0'), at('Escape'), at('Tab')]).toEqual([undefined, undefined, undefined, undefined])
    expect(pressed('ArrowDown', { reasons: [], value: undefined, digits: 'decide' })).toBeUndefined()
  })
})

test('the reason under the machine’s label is offered; for several things only if it is the same', () => {
  expect(offeredUnder(reasons, ['unknown', 'minor', 'nudity'])?.id).toBe('r5')
  expect(offeredUnder(reasons, [])).toBeUndefined()
  expect(offeredForAll(reasons, [{ labels: ['minor'] }, { labels: ['minor', 'nudity'] }])?.id).toBe('r5')
  expect(offeredForAll(reasons, [{ labels: ['minor'] }, { labels: ['nudity'] }])).toBeUndefined()
  expect(offeredForAll(reasons, [])).toBeUndefined()
})

test('the monitor’s reasons have one number each, and at most one per label of the machine', () => {
  expect(wallReasons.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9])
  const labels = wallReasons.flatMap((one): readonly string[] => one.labels)
  expect(new Set(labels).size).toBe(labels.length)
  expect(labels.toSorted()).toEqual(machineLabels.toSorted())
})
