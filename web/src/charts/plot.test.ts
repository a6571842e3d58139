import fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvOf } from './csv.ts'
import { escaped, optionOf, type Palette } from './option.ts'
import { durationStep, extremes, type HeatPlot, isEmpty, type LinePlot, tableOf } from './plot.ts'
import { ordered } from './SortedTable.tsx'

const format = (value: number) => `${value}!`
const lines: LinePlot = {
  kind: 'lines',
  axis: { name: 'Hour', labels: ['10:00', '11:00'] },
  lines: [
    { name: 'Arrived', as: 'bar', values: [1, 2], format },
    { name: 'Waiting', as: 'line', values: [null, 30], format, scale: 'end' },
  ],
}
const heat: HeatPlot = {
  kind: 'heat',
  across: { name: 'Hour', labels: ['0', '1', '2'] },
  down: { name: 'Queue', labels: ['Photos', '<b>Covers</b>'] },
  values: [
    [1, null, 3],
    [0, 0, 9],
  ],
  name: 'Arrived',
  format,
}
const palette: Palette = {
  text: '#111',
  dim: '#666',
  line: '#ddd',
  surface: '#fff',
  series: ['#a00', '#00a'],
  heat: ['#eee', '#080'],
  heatFlips: 0.75,
}
const drawing = {
  palette,
  fontFamily: 'Inter',
  rtl: false,
  description: 'in words',
  widthOf: (text: string) => text.length * 6,
}

test('the table has every figure of the chart', () => {
  expect(tableOf(lines)).toMatchObject({
    head: ['Hour', 'Arrived', 'Waiting'],
    rows: [
      { name: '10:00', cells: [1, null] },
      { name: '11:00', cells: [2, 30] },
    ],
  })
  expect(tableOf(heat)).toMatchObject({
    head: ['Queue', '0', '1', '2'],
    rows: [
      { name: 'Photos', cells: [1, null, 3] },
      { name: '<b>Covers</b>', cells: [0, 0, 9] },
    ],
  })
})

test('a scale of seconds uses natural units, with few marks', () => {
  const day = 86_400
  expect([0, 40, 400, 3 * 3_600, 17.4 * day, 300 * day].map(durationStep)).toEqual([
    1,
    15,
    300,
    3_600,
    5 * day,
    60 * day,
  ])
  const days: LinePlot = {
    ...lines,
    lines: [{ name: 'Waited', as: 'line', values: [1.5e6], format, scale: 'end', isDuration: true }, lines.lines[0]!],
  }
  expect(optionOf(days, drawing).yAxis).toMatchObject([{}, { interval: 5 * day, max: 20 * day }])
})

test('only zeros mean nothing to draw', () => {
  expect(isEmpty(lines)).toBe(false)
  expect(isEmpty({ ...heat, values: [[0, null], [0]] })).toBe(true)
})

test('extremes ignore missing figures', () => {
  expect(extremes([null, null])).toBeUndefined()
  fc.assert(
    fc.property(fc.array(fc.option(fc.integer()), { minLength: 1 }), (values) => {
      const real = values.filter((value) => value !== null)
      const found = extremes(values)
      expect(found).toEqual(real.length === 0 ? undefined : { least: Math.min(...real), most: Math.max(...real) })
    }),
  )
})

test('a chart has a text alternative, the page’s colours, and no animation', () => {
  const option = optionOf(lines, drawing)
  expect(option.aria).toMatchObject({ enabled: true, label: { description: 'in words' } })
  expect(option.animation).toBe(false)
  expect(option.series).toMatchObject([
    { type: 'bar', color: '#a00', yAxisIndex: 0, data: [1, 2] },
    { type: 'line', color: '#00a', yAxisIndex: 1, data: [null, 30] },
  ])
})

test('a scale of counts has whole marks, one of shares as many as it needs; a long legend moves the chart down', () => {
  const shares: LinePlot = { ...lines, lines: [{ name: 'Rate', as: 'line', values: [0.02, null], format }] }
  expect(optionOf(shares, drawing).yAxis).not.toHaveProperty('minInterval')
  expect(optionOf({ ...lines, lines: [lines.lines[0]!] }, drawing).yAxis).toMatchObject({ minInterval: 1 })
  // When the legend hides lines, the scale follows those that are left.
  expect(optionOf(shares, drawing).yAxis).not.toHaveProperty('max')
  const top = (names: string[]) =>
    optionOf({ ...lines, lines: names.map((name) => ({ ...lines.lines[0]!, name })) }, drawing).grid
  expect(top(['Arrived'])).toMatchObject({ top: 40 })
  expect(top(Array<string>(6).fill('Payers, before'))).toMatchObject({ top: 60 })
})

test('right to left, time starts at the right, beside the first scale', () => {
  for (const rtl of [false, true]) {
    const option = optionOf(lines, { ...drawing, rtl })
    expect(option.xAxis).toMatchObject({ inverse: rtl })
    expect(option.yAxis).toMatchObject([{ position: rtl ? 'right' : 'left' }, { position: rtl ? 'left' : 'right' }])
    expect(optionOf(heat, { ...drawing, rtl }).yAxis).toMatchObject({ position: rtl ? 'right' : 'left' })
  }
})

test('a heat map leaves out missing figures, and escapes names', () => {
  const option = optionOf(heat, drawing)
  expect(option.series).toMatchObject([
    {
      data: [
        // On the darkest cell the figure has the surface's colour.
        { value: [0, 0, 1], label: { color: '#111' } },
        { value: [2, 0, 3], label: { color: '#111' } },
        { value: [0, 1, 0], label: { color: '#111' } },
        { value: [1, 1, 0], label: { color: '#111' } },
        { value: [2, 1, 9], label: { color: '#fff' } },
      ],
    },
  ])
  const { formatter } = option.tooltip as { formatter: (of: object) => string }
  expect(formatter({ value: [2, 1, 9] })).toBe('&#60;b&#62;Covers&#60;/b&#62; · 2: 9!')
  expect(escaped('a & "b"')).toBe('a &#38; &#34;b&#34;')
})

test('a file defuses formulas, quotes what needs it, and keeps numbers numbers', () => {
  expect(
    csvOf([
      ['Hour', 'a,b', '=1+1'],
      ['x"y', -5, null],
    ]),
  ).toBe('\uFEFFHour,"a,b",\'=1+1\r\n"x""y",-5,\r\n')
})

test('rows without a figure come last in both directions, others are reversed', () => {
  const rows = [{ n: 2 }, { n: null }, { n: 10 }, { n: 1 }]
  const by = (row: { n: number | null }) => row.n
  expect(ordered(rows, by, true).map(by)).toEqual([10, 2, 1, null])
  expect(ordered(rows, by, false).map(by)).toEqual([1, 2, 10, null])
  expect(ordered(['b', 'a'], String, false)).toEqual(['a', 'b'])
  fc.assert(
    fc.property(fc.array(fc.option(fc.integer())), fc.boolean(), (values, down) => {
      const found = ordered(values, (value) => value, down)
      const real = values.filter((value) => value !== null)
      const upwards = real.toSorted((one, other) => one - other)
      expect(found.slice(0, real.length)).toEqual(down ? upwards.toReversed() : upwards)
      expect(found.slice(real.length).every((value) => value === null)).toBe(true)
      expect(found).toHaveLength(values.length)
    }),
  )
})

test('a line to an unfinished place is dashed, is told of once, and the place says so', () => {
  const days: LinePlot = {
    kind: 'lines',
    axis: { name: 'Day', labels: ['28', '29', '30'], unfinished: 'so far' },
    lines: [
      { name: 'Now', as: 'line', values: [5, 6, 1], format },
      { name: 'Before', as: 'line', values: [4, 4, 4], format, finished: true },
      { name: 'Bars', as: 'bar', values: [4, 4, 2], format },
    ],
    marks: [{ from: '29', to: '30', label: 'campaign' }],
  }
  const { series, xAxis } = optionOf(days, drawing) as { series: Record<string, any>[]; xAxis: { data: string[] } }
  expect(xAxis.data).toEqual(['28', '29', '30 (so far)'])
  expect(tableOf(days).rows.at(-1)).toMatchObject({ name: '30 (so far)', cells: [1, 4, 2] })
  const [solid, before, bars, dashed] = series
  expect([solid!['data'], dashed!['data'], before!['data']]).toEqual([
    [5, 6, null],
    [null, 6, 1],
    [4, 4, 4],
  ])
  expect([solid!['name'], dashed!['name']]).toEqual(['Now', 'Now'])
  expect(dashed!['lineStyle'].type).toEqual([2, 4])
  expect(dashed!['tooltip']).toEqual({ show: false })
  expect(solid!['tooltip'].valueFormatter(null, 2)).toBe('1!')
  expect(bars!['data'].at(-1)).toMatchObject({ value: 2, itemStyle: { opacity: 0.45 } })
  expect(JSON.stringify(solid!['markArea'].data)).toContain('30 (so far)')
  // Without an unfinished place, everything is solid.
  const { unfinished: _, ...axis } = days.axis
  expect((optionOf({ ...days, axis }, drawing) as { series: unknown[] }).series).toHaveLength(3)
})
