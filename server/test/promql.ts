// As much of PromQL as the shipped alert rules use, on scrapes that a test took, with the rules of matching labels: so a rule that would never fire
// in Prometheus does not fire here. `for` is left out: a state that lasts.

export type Series = { name: string; labels: Readonly<Record<string, string>>; value: number }
/** `at` in seconds. */
export type Scrape = { at: number; series: readonly Series[] }

type Sample = { labels: Readonly<Record<string, string>>; value: number }
type Value = number | readonly Sample[]
/** Evaluates at a time. */
type Expression = (at: number) => Value

/** What a scrape's text has. @throws on a line that is no series */
export function seriesOf(text: string): Series[] {
  return text.split('\n').flatMap((line) => {
    if (line === '' || line.startsWith('#')) return []
    const [, name, labels = '', value = ''] = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? []
    if (name === undefined) throw new Error(`not a series: ${line}`)
    const pairs = [...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, key = '', of = '']) => [key, of])
    return [{ name, labels: Object.fromEntries(pairs), value: Number(value.replace('+Inf', 'Infinity')) }]
  })
}

const units: Record<string, number> = { s: 1, m: 60, h: 3_600, d: 86_400 }
const secondsOf = (text: string): number => Number(text.slice(0, -1)) * units[text.at(-1)!]!
/** How old a sample may be that an instant finds. */
const lookback = 300

const keyOf = (labels: Sample['labels'], only?: (label: string) => boolean): string =>
  JSON.stringify(
    Object.entries(labels)
      .filter(([label]) => only?.(label) ?? true)
      .toSorted(([a], [b]) => a.localeCompare(b)),
  )

const picked = (labels: Sample['labels'], only: (label: string) => boolean) =>
  Object.fromEntries(Object.entries(labels).filter(([label]) => only(label)))

const operators: Record<string, (a: number, b: number) => number | boolean> = {
  '+': (a, b) => a + b,
  '-': (a, b) => a - b,
  '*': (a, b) => a * b,
  '/': (a, b) => a / b,
  '>': (a, b) => a > b,
  '<': (a, b) => a < b,
  '>=': (a, b) => a >= b,
  '<=': (a, b) => a <= b,
  '==': (a, b) => a === b,
  '!=': (a, b) => a !== b,
}

/** An operator between two values: a comparison keeps the left side's samples that pass. */
function combine(how: string, left: Value, right: Value, matches: (label: string) => boolean): Value {
  const operate = operators[how]!
  const one = (labels: Sample['labels'], a: number, b: number): Sample[] => {
    const result = operate(a, b)
    return result === false ? [] : [{ labels, value: result === true ? a : result }]
  }
  if (typeof left === 'number' && typeof right === 'number') return Number(operate(left, right))
  if (typeof right === 'number') return (left as readonly Sample[]).flatMap((s) => one(s.labels, s.value, right))
  if (typeof left === 'number') return right.flatMap((s) => one(s.labels, left, s.value))
  return left.flatMap((s) => {
    const others = right.filter((other) => keyOf(other.labels, matches) === keyOf(s.labels, matches))
    if (others.length > 1) throw new Error(`${how} finds ${others.length} samples for ${keyOf(s.labels)}`)
    return others.flatMap((other) => one(s.labels, s.value, other.value))
  })
}

const aggregates: Record<string, (values: readonly number[]) => number> = {
  sum: (values) => values.reduce((sum, value) => sum + value, 0),
  max: (values) => Math.max(...values),
  min: (values) => Math.min(...values),
  count: (values) => values.length,
}

function aggregate(how: string, samples: readonly Sample[], keeps: (label: string) => boolean): Sample[] {
  const groups = Map.groupBy(samples, ({ labels }) => keyOf(labels, keeps))
  return [...groups.values()].map((group) => ({
    labels: picked(group[0]!.labels, keeps),
    value: aggregates[how]!(group.map(({ value }) => value)),
  }))
}

/** As Prometheus does it: between the bounds of the bucket that holds the quantile. */
function quantile(q: number, samples: readonly Sample[]): Sample[] {
  const without = (label: string) => label !== 'le'
  return [...Map.groupBy(samples, ({ labels }) => keyOf(labels, without)).values()].flatMap((group) => {
    const buckets = group
      .map(({ labels, value }) => ({ le: Number(labels['le']!.replace('+Inf', 'Infinity')), value }))
      .toSorted((a, b) => a.le - b.le)
    const total = buckets.at(-1)!.value
    if (!(total > 0)) return []
    const at = buckets.findIndex(({ value }) => value >= q * total)
    const [low, below] = at === 0 ? [0, 0] : [buckets[at - 1]!.le, buckets[at - 1]!.value]
    const { le, value } = buckets[at]!
    const share = (q * total - below) / (value - below)
    return [{ labels: picked(group[0]!.labels, without), value: le === Infinity ? low : low + (le - low) * share }]
  })
}

const token =
  /\s*(?:("(?:[^"\\]|\\.)*")|(\[\d+[smhd]\])|(\d+[smhd]\b)|(\d+(?:\.\d+)?(?:e\d+)?)|(\w+)|(=~|!~|!=|==|>=|<=|[{}(),=<>+*/-]))/y

function tokensOf(text: string): string[] {
  const found: string[] = []
  token.lastIndex = 0
  while (token.lastIndex < text.trimEnd().length) {
    const match = token.exec(text)
    if (!match) throw new Error(`not understood: ${text}`)
    found.push(match[0].trim())
  }
  return found
}

/** Reads one expression over scrapes. @throws if it uses anything else of PromQL */
function read(tokens: string[], scrapes: readonly Scrape[]): Expression {
  const peek = () => tokens[0]
  const next = () => tokens.shift() ?? ''
  const takes = (wanted: string) => peek() === wanted && tokens.shift() !== undefined
  const expect = (wanted: string) => {
    if (!takes(wanted)) throw new Error(`${wanted} is missing before ${tokens.join(' ')}`)
  }
  const names = (): string[] => {
    const all: string[] = []
    expect('(')
    while (!takes(')')) {
      all.push(next())
      takes(',')
    }
    return all
  }

  const vector = (of: Value): readonly Sample[] => (typeof of === 'number' ? [{ labels: {}, value: of }] : of)

  function levels(of: readonly string[], below: () => Expression): () => Expression {
    return () => {
      let left = below()
      while (of.includes(peek() ?? '')) {
        const how = next()
        const isIgnoring = peek() === 'ignoring' || peek() === 'on' ? next() : undefined
        const listed = isIgnoring ? names() : []
        const matches = (label: string) => (isIgnoring === 'on') === listed.includes(label) || isIgnoring === undefined
        const [before, right] = [left, below()]
        left = (at) => {
          const [a, b] = [before(at), right(at)]
          if (how !== 'and' && how !== 'or' && how !== 'unless') return combine(how, a, b, matches)
          const has = (all: readonly Sample[], one: Sample) =>
            all.some((other) => keyOf(other.labels, matches) === keyOf(one.labels, matches))
          const [x, y] = [vector(a), vector(b)]
          if (how === 'or') return [...x, ...y.filter((one) => !has(x, one))]
          return x.filter((one) => has(y, one) === (how === 'and'))
        }
      }
      return left
    }
  }

  /** A name with its matchers; with a range, how much it grew. */
  function selector(name: string): {
    grown: (range: number) => Expression
    now: Expression
    range: number | undefined
  } {
    const tests: ((labels: Sample['labels']) => boolean)[] = []
    if (takes('{'))
      while (!takes('}')) {
        const [label, how, quoted] = [next(), next(), next()]
        const value = quoted.slice(1, -1)
        const pattern = new RegExp(`^(?:${value})$`)
        const is = (of: string) => (how.endsWith('~') ? pattern.test(of) : of === value)
        tests.push((labels) => is(labels[label] ?? '') !== how.startsWith('!'))
        takes(',')
      }
    const range = peek()?.startsWith('[') ? secondsOf(next().slice(1, -1)) : undefined
    const offset = takes('offset') ? secondsOf(next()) : 0
    const chosen = ({ series }: Scrape) =>
      series.filter((one) => one.name === name && tests.every((holds) => holds(one.labels)))
    const between = (from: number, to: number) => scrapes.filter(({ at }) => at >= from && at <= to)
    return {
      range,
      now: (at) => {
        const scrape = between(at - offset - lookback, at - offset).at(-1)
        return scrape ? chosen(scrape).map(({ labels, value }) => ({ labels, value })) : []
      },
      grown: (seconds) => (at) => {
        const inside = between(at - offset - seconds, at - offset).map(chosen)
        const all = Map.groupBy(inside.flat(), ({ labels }) => keyOf(labels))
        return [...all.values()].flatMap((points) => {
          if (points.length < 2) return []
          const value = points.reduce((sum, point, i) => {
            const before = points[i - 1]
            return before === undefined
              ? 0
              : sum + (point.value < before.value ? point.value : point.value - before.value)
          }, 0)
          return [{ labels: points[0]!.labels, value }]
        })
      },
    }
  }

  function called(name: string): Expression {
    const of = (): Expression => {
      expect('(')
      const inner = expression()
      expect(')')
      return inner
    }
    if (name === 'rate' || name === 'increase') {
      expect('(')
      const { grown, range } = selector(next())
      expect(')')
      if (range === undefined) throw new Error(`${name} needs a range`)
      const growth = grown(range)
      return (at) => (name === 'rate' ? combine('/', growth(at), range, () => true) : growth(at))
    }
    if (name === 'histogram_quantile') {
      expect('(')
      const q = Number(next())
      expect(',')
      const inner = expression()
      expect(')')
      return (at) => quantile(q, vector(inner(at)))
    }
    const inner = of()
    if (name === 'abs') return (at) => vector(inner(at)).map((one) => ({ ...one, value: Math.abs(one.value) }))
    if (name === 'absent') return (at) => (vector(inner(at)).length === 0 ? [{ labels: {}, value: 1 }] : [])
    throw new Error(`no function ${name}`)
  }

  function primary(): Expression {
    const first = next()
    if (first === '(') {
      const inner = expression()
      expect(')')
      return inner
    }
    if (/^\d/.test(first)) return () => Number(first)
    if (first in aggregates) {
      const way = peek() === 'by' || peek() === 'without' ? next() : undefined
      const listed = way ? names() : []
      expect('(')
      const inner = expression()
      expect(')')
      const keeps = (label: string) => (way === 'without' ? !listed.includes(label) : listed.includes(label))
      return (at) => aggregate(first, vector(inner(at)), keeps)
    }
    if (peek() === '(') return called(first)
    const { now, range } = selector(first)
    if (range !== undefined) throw new Error(`${first} has a range`)
    return now
  }

  const products = levels(['*', '/'], primary)
  const sums = levels(['+', '-'], products)
  const comparisons = levels(['>', '<', '>=', '<=', '==', '!='], sums)
  const conjunctions = levels(['and', 'unless'], comparisons)
  const disjunctions = levels(['or'], conjunctions)
  function expression(): Expression {
    return disjunctions()
  }
  return expression()
}

/** What an expression finds at a time: an alert fires for each. */
export function evaluate(text: string, scrapes: readonly Scrape[], at: number): readonly Sample[] {
  const tokens = tokensOf(text)
  const found = read(tokens, scrapes)(at)
  if (tokens.length > 0) throw new Error(`not understood: ${tokens.join(' ')}`)
  return typeof found === 'number' ? [{ labels: {}, value: found }] : found
}
