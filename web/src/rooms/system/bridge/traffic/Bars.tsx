import classes from '../bridge.module.css'

type Props = { values: readonly number[]; label: string; tone?: 'bad' }

const height = 44
/** Maximum number of bars; more would be thinner than a line. */
const most = 120

/** The highest of each group, so that a long span keeps its peaks. */
function grouped(values: readonly number[]): number[] {
  const each = Math.ceil(values.length / most)
  return Array.from({ length: Math.ceil(values.length / each) }, (_, at) =>
    Math.max(...values.slice(at * each, (at + 1) * each)),
  )
}

/** Bars over time, newest last, with a text alternative. */
export function Bars({ values, label, tone }: Props) {
  const shown = grouped(values)
  const top = Math.max(1, ...shown)
  return (
    <svg
      className={classes['bars']}
      viewBox={`0 0 ${shown.length} ${height}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
      data-tone={tone}
    >
      <rect className={classes['ground']} x={0} y={height - 1} width={shown.length} height={1} />
      {shown.map((value, at) => {
        const tall = value === 0 ? 0 : Math.max(2, (value / top) * height)
        // biome-ignore lint: a place in time
        return <rect key={at} x={at + 0.12} y={height - tall} width={0.76} height={tall} />
      })}
    </svg>
  )
}
