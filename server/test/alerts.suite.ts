// Every shipped alert rule fires when its state is there, and not before. The state is made where that is cheap; where it would take hours or another
// machine, what the metric is made of is: a duration that is recorded, a figure of the database. Two servers are scraped, so that a figure of
// the whole installation is one alert.
import { readFileSync } from 'node:fs'
import { beforeAll, expect, test } from 'vitest'
import { type MetricName, metrics, prometheusName } from '../src/kit/telemetry/metrics.ts'
import { bridgeStates } from './alerts.bridge.ts'
import { making, minute, now, ofTwo, type Watched } from './alerts.making.ts'
import { servingStates } from './alerts.serving.ts'
import { alertsIn } from './alerts.ts'
import { workStates } from './alerts.work.ts'
import { registered } from './bridge.ts'
import { evaluate, type Scrape } from './promql.ts'

const rules = alertsIn(readFileSync(new URL('../../deploy/monitoring/alerts.yml', import.meta.url), 'utf8'))

/** Labels whose alerts are of one server, not of the installation. */
const ofServer = new Set([
  'GreenroomNotReady',
  'GreenroomConnectionsShort',
  'GreenroomEventLoopSlow',
  'GreenroomClock',
  'GreenroomDiskFull',
  'GreenroomNoSynchronousStandby',
  'GreenroomReplicaUnused',
])

export function alertsFire(watched: () => Watched): void {
  let well: Scrape[]
  const made = making(watched)
  const states = { ...servingStates(made), ...bridgeStates(made), ...workStates(made) }

  beforeAll(async () => {
    await watched().app.accepted(registered(719, 'man'))
    // The machine that runs the tests may be busy or full.
    const ofMachine = /^(nodejs_eventloop|system_filesystem)/
    well = []
    for (const at of [now - 4 * minute, now])
      well.push({ at, series: ofTwo((await made.fresh()).filter(({ name }) => !ofMachine.test(name))) })
  })

  test('each has a state in which it fires', () => {
    expect(Object.keys(states).toSorted()).toEqual(rules.map(({ alert }) => alert).toSorted())
  })

  test.each(rules.map(({ alert, expr }): [string, string] => [alert, expr]))('%s', async (alert, expr) => {
    expect(evaluate(expr, well, now)).toEqual([])
    const found = evaluate(expr, await states[alert]!(), now)
    expect(found.length).toBeGreaterThan(0)
    if (!ofServer.has(alert)) expect(found.filter(({ labels }) => labels['instance'] !== undefined)).toEqual([])
  })
}

export function alertsAreDeclared(): void {
  test('each rule names series that are declared, says what it means, and where the manual says what to do', () => {
    const declared = new Map<string, string>()
    for (const name of Object.keys(metrics) as MetricName[])
      for (const suffix of metrics[name].kind === 'histogram' ? ['_bucket', '_count', '_sum'] : [''])
        declared.set(`${prometheusName(name)}${suffix}`, name)
    const manual = readFileSync(new URL('../../docs/operating.md', import.meta.url), 'utf8')
    const headings = [...manual.matchAll(/^#+ (.*)$/gm)].map(([, title = '']) =>
      title
        .toLowerCase()
        .replaceAll(/[^\w -]/g, '')
        .replaceAll(' ', '-'),
    )
    for (const { alert, expr, summary, runbook } of rules) {
      const bare = expr.replaceAll(/\{[^}]*\}|\b(?:by|ignoring) \([^)]*\)/g, '')
      const named = [...bare.matchAll(/\b(?:greenroom|http|db|nodejs|system|process|v8js)_\w+/g)].map(([name]) => name)
      expect([alert, named.length > 0]).toEqual([alert, true])
      expect([alert, named.filter((name) => !declared.has(name))]).toEqual([alert, []])
      const matched = [...expr.matchAll(/(\w+)\s*(?:=~?|!=|!~)\s*"/g)].map(([, label = '']) => label)
      const grouped = [...expr.matchAll(/\b(?:by|ignoring) \(([^)]*)\)/g)].flatMap(([, list = '']) => list.split(/, */))
      const known = new Set([
        'le',
        ...named.flatMap((name) =>
          [...metrics[declared.get(name) as MetricName].attributes].map((one) => one.replaceAll('.', '_')),
        ),
      ])
      expect([alert, [...matched, ...grouped].filter((label) => !known.has(label))]).toEqual([alert, []])
      expect([alert, summary.length > 20]).toEqual([alert, true])
      expect([alert, headings.includes(runbook)]).toEqual([alert, true])
    }
    // What `promtool test rules` asks is about these rules and series; it is no part of `npm test`.
    const asked = readFileSync(new URL('../../deploy/monitoring/alerts.test.yml', import.meta.url), 'utf8')
    const names = [...asked.matchAll(/alertname: (\w+)/g)].map(([, name = '']) => name)
    expect(names.filter((name) => !rules.some(({ alert }) => alert === name))).toEqual([])
    expect(names).toEqual(expect.arrayContaining(rules.slice(-5).map(({ alert }) => alert)))
    const series = [...asked.matchAll(/series: '(\w+)\{/g)].map(([, name = '']) => name)
    expect(series.filter((name) => !declared.has(name))).toEqual([])
  })
}
