import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { HeatPlot, LinePlot } from './plot.ts'
import { describePoint, moved, tipAt } from './read.ts'

const format = (value: number) => `${value}!`
const lines: LinePlot = {
  kind: 'lines',
  axis: { name: 'Day', labels: ['1', '2', '3'] },
  lines: [
    { name: 'A', as: 'bar', values: [1, null, 3], format },
    { name: 'B', as: 'line', values: [null, 5, 6], format },
  ],
}
const heat: HeatPlot = {
  kind: 'heat',
  across: { name: 'After', labels: ['D1', 'D3'] },
  down: { name: 'Day', labels: ['x', 'y'] },
  values: [
    [1, null],
    [null, 4],
  ],
  name: 'Retention',
  format,
}

test('keys move along the axis from either end, in reading direction', () => {
  expect(moved(lines, undefined, 'ArrowRight', false)).toEqual({ across: 0, down: 0 })
  expect(moved(lines, undefined, 'ArrowLeft', false)).toEqual({ across: 2, down: 0 })
  expect(moved(lines, { across: 0, down: 0 }, 'ArrowLeft', true)).toEqual({ across: 1, down: 0 })
  expect(moved(lines, { across: 1, down: 0 }, 'End', false)).toEqual({ across: 2, down: 0 })
  expect(moved(lines, undefined, 'ArrowDown', false)).toBeUndefined()
  expect(moved(heat, { across: 1, down: 0 }, 'ArrowDown', false)).toEqual({ across: 1, down: 1 })
  const keys = fc.array(fc.constantFrom('ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End'), {
    minLength: 1,
  })
  fc.assert(
    fc.property(keys, fc.boolean(), (pressed, rtl) => {
      const at = pressed.reduce<ReturnType<typeof moved>>((now, key) => moved(heat, now, key, rtl) ?? now, undefined)
      expect(at && at.across >= 0 && at.across < 2 && at.down >= 0 && at.down < 2).toBe(true)
    }),
  )
})

test('a position is described with every figure, and highlighted if one is drawn', () => {
  expect(describePoint(lines, { across: 1, down: 0 })).toBe('2. A: –, B: 5!')
  expect([0, 1].map((across) => tipAt(lines, { across, down: 0 }))).toEqual([
    { series: 0, index: 0 },
    { series: 1, index: 1 },
  ])
  expect(describePoint(heat, { across: 1, down: 1 })).toBe('y, D3: 4!')
  expect(tipAt(heat, { across: 1, down: 1 })).toEqual({ series: 0, index: 1 })
  expect(tipAt(heat, { across: 0, down: 1 })).toBeUndefined()
})
