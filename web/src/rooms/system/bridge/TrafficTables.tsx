import type { Answer } from '@greenroom/contract/call'
import type { bridgeTraffic } from '@greenroom/contract/clients'
import { Anchor } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Amount } from '../../../format/Amount.tsx'
import { Time } from '../../../format/Time.tsx'
import { lateness } from '../../../format/time.ts'
import { Code } from '../../../ui/Facts.tsx'
import { useLabels } from '../../../ui/labels.ts'
import { hrefOf } from './BridgeTabs.tsx'
import classes from './bridge.module.css'

type TrafficAnswer = Answer<typeof bridgeTraffic>

const counts = ['accepted', 'duplicate', 'rejected', 'failed'] as const
const lags = ['meanLagMs', 'worstLagMs'] as const

export function TypeTable({ rows }: { rows: TrafficAnswer['types'] }) {
  const { t, i18n } = useTranslation('system')
  return (
    <section>
      <h2>{t('traffic.byType')}</h2>
      {rows.length === 0 ? (
        <div className={classes['none']}>{t('traffic.nothing')}</div>
      ) : (
        <table className={classes['table']}>
          <thead>
            <tr>
              <th>{t('columns.type')}</th>
              {[...counts, ...lags].map((count) => (
                <th key={count} data-end>
                  {t(`traffic.columns.${count}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.type}>
                <td>
                  <Code>{row.type}</Code>
                </td>
                {counts.map((count) => (
                  <td key={count} data-end>
                    <Amount value={row[count]} unit="number" />
                  </td>
                ))}
                {lags.map((lag) => (
                  <td key={lag} data-end>
                    <bdi>{lateness(row[lag], i18n.language)}</bdi>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}

export function ErrorTable({ rows }: { rows: TrafficAnswer['errors'] }) {
  const { t } = useTranslation('system')
  const { label } = useLabels()
  return (
    <section>
      <h2>{t('traffic.errors')}</h2>
      {rows.length === 0 ? (
        <div className={classes['none']}>{t('traffic.noErrors')}</div>
      ) : (
        <table className={classes['table']}>
          <thead>
            <tr>
              <th>{t('columns.type')}</th>
              <th>{t('columns.errorCode')}</th>
              <th data-end>{t('traffic.columns.kept')}</th>
              <th>{t('traffic.columns.lastAt')}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={`${row.type} ${row.errorCode}`}>
                <td>
                  <Code>{row.type}</Code>
                </td>
                <td title={label([`errors:${row.errorCode}`, 'errors:10001'])}>
                  <Anchor
                    inherit
                    component={Link}
                    to={hrefOf('rejections', { type: row.type, errorCode: String(row.errorCode) })}
                  >
                    {row.errorCode}
                  </Anchor>
                </td>
                <td data-end>
                  <Amount value={row.count} unit="number" />
                </td>
                <td>
                  <Time at={row.lastAt} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}
