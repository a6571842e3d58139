// Retention as a table: `28% · 2/7` in each cell, pale where few people are counted, heads that stay. A cell opens those who were back.
import { returnDays } from '@greenroom/contract/dashboards'
import { useTranslation } from 'react-i18next'
import { useDrawer } from '../../../actions/useDrawer.ts'
import { fewCases } from '../../../format/change.ts'
import { integer, share } from '../../../format/number.ts'
import { useSession } from '../../../session/session.ts'
import { useKnownUpTo } from '../knownUpTo.ts'
import classes from './retention.module.css'
import { type Counted, type RetentionAnswer, sumsOf } from './useCohortPlot.ts'

type Line = { key: string; name: string; size: number; cells: readonly (Counted | null)[] }

export function CohortTable({ of }: { of: RetentionAnswer }) {
  const { t, i18n } = useTranslation('indicators')
  const drawer = useDrawer()
  const { may } = useSession()
  const opens = may('users.list', 'read')
  const { cohorts } = of
  const lines: Line[] = [
    {
      key: '',
      name: t('retention.all'),
      size: cohorts.reduce((sum, { size }) => sum + size, 0),
      cells: returnDays.map((n) => sumsOf(cohorts, `d${n}`)),
    },
    ...cohorts.toReversed().map(({ day, size, ...back }) => ({
      key: day,
      name: day,
      size,
      cells: returnDays.map((n) => {
        const found = back[`d${n}`]
        return found === null ? null : { back: found, of: size }
      }),
    })),
  ]
  return (
    <div className={classes['scroller']} tabIndex={0} role="group" aria-label={t('retention.title')}>
      <table className={classes['table']} aria-label={t('retention.title')}>
        <thead>
          <tr>
            <th scope="col">{t('retention.day')}</th>
            <th scope="col">{t('retention.size')}</th>
            {returnDays.map((n, at) => (
              <th key={n} scope="col">
                {`D${n}`}
                {lines[0]!.cells[at] === null && <KnownUpTo after={n} />}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map(({ key, name, size, cells }) => (
            <tr key={key}>
              <th scope="row">
                <bdi dir="ltr">{name}</bdi>
              </th>
              <td>{integer(size, i18n.language)}</td>
              {cells.map((cell, at) => (
                <Cell
                  key={returnDays[at]}
                  cell={cell}
                  name={t('retention.back', { day: name, after: returnDays[at] })}
                  open={opens ? () => drawer.open('returned', `${key}:${returnDays[at]}`) : undefined}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Cell({ cell, name, open }: { cell: Counted | null; name: string; open: (() => void) | undefined }) {
  const { t, i18n } = useTranslation('indicators')
  if (cell === null || cell.of === 0)
    return (
      <td data-unknown title={t('retention.later')}>
        –
      </td>
    )
  const { back, of } = cell
  const text = `${share(back / of, i18n.language)} · ${integer(back, i18n.language)}/${integer(of, i18n.language)}`
  return (
    <td data-few={of < fewCases || undefined} style={{ '--share': Math.min(1, back / of) } as Record<string, number>}>
      {open && back > 0 ? (
        <button type="button" aria-label={`${name}: ${text}`} title={name} onClick={open}>
          <bdi dir="ltr">{text}</bdi>
        </button>
      ) : (
        <bdi dir="ltr">{text}</bdi>
      )}
    </td>
  )
}

/** Why a column is empty. */
function KnownUpTo({ after }: { after: number }) {
  const { t } = useTranslation('indicators')
  return <div className={classes['known']}>{t('state.knownUpTo', { day: useKnownUpTo(after) })}</div>
}
