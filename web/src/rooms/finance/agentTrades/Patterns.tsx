// Unusual patterns of the last days, with links to their sales.
import { agentPatternList } from '@greenroom/contract/agentTrades'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { call } from '../../../api/call.ts'
import { explain } from '../../../session/messages.ts'
import { useMenuName } from '../../../ui/useMenuName.ts'
import { PersonChip } from '../../../ui/values/UserChip.tsx'
import classes from './trades.module.css'

const salesOf = (agentId: number, day: string, pattern: string) =>
  `/finance/agentTrades?agentId=${agentId}&pattern=${pattern}&at=${day}..${day}`

export function Patterns({ switcher }: { switcher: ReactNode }) {
  const { t } = useTranslation('finance')
  const name = useMenuName('finance.agentTrades')
  const { data, error } = useQuery({
    queryKey: ['finance.agentTrades', 'patterns'],
    queryFn: ({ signal }) => call(agentPatternList, {}, { signal }),
    staleTime: 0,
  })
  return (
    <section className={classes['patterns']} aria-busy={!data && !error}>
      <h1>{name}</h1>
      {switcher}
      <p>{t('trades.patternsAbout')}</p>
      {error && <p role="alert">{explain(error)?.text}</p>}
      {data?.patterns.length === 0 && <p>{t('trades.noPatterns')}</p>}
      {data && data.patterns.length > 0 && (
        <div className={classes['scroll']}>
          <table>
            <thead>
              <tr>
                <th>{t('columns.day')}</th>
                <th>{t('columns.agent')}</th>
                <th>{t('columns.pattern')}</th>
                <th>{t('trades.sales')}</th>
              </tr>
            </thead>
            <tbody>
              {data.patterns.map(({ agent, day, pattern, sales, ofSales }) => (
                <tr key={`${agent.agentId} ${day} ${pattern}`}>
                  <td>
                    <bdi dir="ltr">{day}</bdi>
                  </td>
                  <td>
                    <PersonChip person={agent.user} />
                  </td>
                  <td>{t(`options.pattern.${pattern}`)}</td>
                  <td>
                    <Link to={salesOf(agent.agentId, day, pattern)}>
                      {t('trades.ofSales', { sales, all: ofSales })}
                    </Link>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  )
}
