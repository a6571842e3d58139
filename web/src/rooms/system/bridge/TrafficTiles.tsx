import type { Answer } from '@greenroom/contract/call'
import type { bridgeTraffic } from '@greenroom/contract/clients'
import { Anchor } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Amount } from '../../../format/Amount.tsx'
import { Time } from '../../../format/Time.tsx'
import { lateness } from '../../../format/time.ts'
import { useAddress } from '../../../session/useAddress.ts'
import { hrefOf } from './BridgeTabs.tsx'
import classes from './bridge.module.css'

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
function Bars({ values, label, tone }: Props) {
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

type TrafficAnswer = Answer<typeof bridgeTraffic>

const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0)

/** Tiles: accepted, lag, rejected, and pending deliveries. */
export function Tiles({ of }: { of: TrafficAnswer }) {
  const { t, i18n } = useTranslation('system')
  const { minutes, outbox } = of
  const accepted = minutes.map((minute) => minute.accepted)
  const rejected = minutes.map((minute) => minute.rejected)
  const worst = minutes.map((minute) => minute.worstLagMs)
  const all = sum(accepted)
  const lag = all === 0 ? 0 : Math.round(sum(minutes.map((one) => one.meanLagMs * one.accepted)) / all)
  // The current minute is incomplete.
  const lastMinute = accepted.at(-2) ?? 0
  return (
    <div className={classes['tiles']}>
      <Tile title={t('traffic.accepted')} unit={t('traffic.inSpan')} value={all}>
        <Bars values={accepted} label={t('traffic.acceptedBars', { count: Math.max(0, ...accepted) })} />
        <dl className={classes['facts']}>
          <dt>{t('traffic.lastMinute')}</dt>
          <dd>
            <Amount value={lastMinute} unit="number" />
          </dd>
          <dt>{t('traffic.duplicate')}</dt>
          <dd>
            <Amount value={sum(minutes.map((one) => one.duplicate))} unit="number" />
          </dd>
        </dl>
      </Tile>
      <Tile title={t('traffic.lag')} unit={t('traffic.onAverage')} value={<bdi>{lateness(lag, i18n.language)}</bdi>}>
        <Bars values={worst} label={t('traffic.lagBars', { worst: lateness(Math.max(0, ...worst), i18n.language) })} />
        <dl className={classes['facts']}>
          <dt>{t('traffic.worstLag')}</dt>
          <dd>
            <bdi>{lateness(Math.max(0, ...worst), i18n.language)}</bdi>
          </dd>
        </dl>
      </Tile>
      <Tile title={t('traffic.rejected')} unit={t('traffic.inSpan')} value={sum(rejected)}>
        <Bars values={rejected} tone="bad" label={t('traffic.rejectedBars', { count: Math.max(0, ...rejected) })} />
        <dl className={classes['facts']}>
          <dt>{t('traffic.lines')}</dt>
          <dd>
            <Here tab="rejections">{t('traffic.show')}</Here>
          </dd>
        </dl>
      </Tile>
      <Tile title={t('traffic.outbox')} unit={t('traffic.waiting')} value={outbox.waiting}>
        <dl className={classes['facts']}>
          <dt>{t('traffic.oldest')}</dt>
          <dd>
            <Time at={outbox.oldestAt} />
          </dd>
          <dt>{t('traffic.delivered')}</dt>
          <dd>
            <Amount value={outbox.deliveredLastMinute} unit="number" />
          </dd>
          <dt>{t('traffic.dead')}</dt>
          <dd>
            <Here tab="deliveries" state="dead">
              <Amount value={outbox.dead} unit="number" />
            </Here>
          </dd>
        </dl>
      </Tile>
    </div>
  )
}

/** A link to another view, for the same client. */
function Here({ tab, state, children }: { tab: 'rejections' | 'deliveries'; state?: string; children: ReactNode }) {
  const [address] = useAddress()
  const clientId = address.get('clientId')
  return (
    <Anchor inherit component={Link} to={hrefOf(tab, { ...(state && { state }), ...(clientId && { clientId }) })}>
      {children}
    </Anchor>
  )
}

function Tile(props: { title: string; value: ReactNode; unit: string; children: ReactNode }) {
  return (
    <section className={classes['tile']}>
      <h2>{props.title}</h2>
      <p className={classes['figure']}>
        {typeof props.value === 'number' ? <Amount value={props.value} unit="number" /> : props.value}{' '}
        <small>{props.unit}</small>
      </p>
      {props.children}
    </section>
  )
}
