// The shipped alert rules as data, and whether one fires on a single scrape: for the tests, which need no Prometheus. It knows as much of PromQL
// as the rules on gauges use: `name{label="value"}`, `a > 1`, `a / b`, `and`, `max by`; a rule with a rate has no answer on one scrape.

export type Series = { name: string; labels: Record<string, string>; value: number }
export type Alert = { alert: string; expr: string; summary: string; runbook: string }

/** The rules of a file of Prometheus. */
export function alertsIn(yaml: string): Alert[] {
  return yaml
    .split(/^ *- alert: /m)
    .slice(1)
    .map((text) => {
      const field = (name: string) => {
        const [, folded, value] =
          new RegExp(`^ *${name}: (>-\\n((?: {8,}.*\\n)+)|.*)`, 'm').exec(text)?.map(String) ?? []
        return ((value !== undefined && value !== 'undefined' ? value : folded) ?? '')
          .replaceAll(/\s+/g, ' ')
          .replaceAll(/^['"\s]+|['"\s]+$/g, '')
      }
      const link = field('runbook')
      return {
        alert: text.split('\n')[0]!.trim(),
        expr: field('expr'),
        summary: field('summary'),
        runbook: link.split('#')[1] ?? '',
      }
    })
}

type Values = { labels: string; value: number }[]

function select(selector: string, series: readonly Series[]): Values {
  const [, name = '', wanted = ''] = /^\s*(\w+)(?:\{(.*)\})?\s*$/.exec(selector) ?? []
  const pairs = [...wanted.matchAll(/(\w+)\s*(=|!=)\s*"([^"]*)"/g)]
  return series
    .filter((one) => one.name === name)
    .filter(({ labels }) =>
      pairs.every(([, label = '', how, value]) => ((labels[label] ?? '') === value) === (how === '=')),
    )
    .map(({ value }) => ({ labels: '', value }))
}

const inner = (text: string) => text.replaceAll(/^\s*(?:max|sum|min)(?:\s+by\s*\([^)]*\))?\s*\((.*)\)\s*$/g, '$1')

/** Whether an expression on gauges holds now; false where it needs more than one scrape. */
export function isFiring(expr: string, series: readonly Series[]): boolean {
  if (/rate\(|increase\(|\[\d+[smhd]\]/.test(expr)) return false
  return expr.split(/\s+and\s+/).every((part) => {
    const [, left = '', how = '', right = ''] = /^(.*?)\s*(>=|<=|==|>|<)\s*([\d.e*+ -]+)$/.exec(part.trim()) ?? []
    const limit = right.split('*').reduce((all, one) => all * Number(one), 1)
    const [over, under] = left.split(' / ').map((one) => select(inner(one), series))
    const values = under
      ? (over ?? []).map(({ value }) => value / (under[0]?.value ?? Number.NaN))
      : (over ?? []).map(({ value }) => value)
    const compare = {
      '>': (a: number) => a > limit,
      '<': (a: number) => a < limit,
      '>=': (a: number) => a >= limit,
      '<=': (a: number) => a <= limit,
      '==': (a: number) => a === limit,
    }[how]
    return compare !== undefined && values.some(compare)
  })
}
