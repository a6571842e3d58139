// A settlement's history: versions, disputes with answers, and changes of state.
import type { Answer } from '@greenroom/contract/call'
import type { settlementInfo } from '@greenroom/contract/settlement'
import { Anchor } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Amount } from '../../../format/Amount.tsx'
import { listed } from '../../../format/listed.ts'
import { tokens } from '../../../format/number.ts'
import { Time } from '../../../format/Time.tsx'
import { fileUrl } from '../../../session/cookies.ts'
import { Labelled } from '../../../ui/Labelled.tsx'
import { lead, leadOf } from '../../../ui/labels.ts'
import { PersonChip } from '../../../ui/values/UserChip.tsx'
import { DayFacts } from './DayFacts.tsx'
import { settlementPath } from './SettlementState.tsx'
import classes from './settlement.module.css'

type Info = Answer<typeof settlementInfo>

export function Versions({ info }: { info: Info }) {
  const { t } = useTranslation('guilds')
  return (
    <ul className={classes['past']}>
      {info.versions.map((version) => (
        <li key={version.sumVersion} aria-current={version.sumVersion === info.shownVersion ? 'true' : undefined}>
          <Anchor
            component={Link}
            to={`${settlementPath(info.settlement.settlementId)}?version=${version.sumVersion}`}
            inherit
          >
            {t('settlement.version', { version: String(version.sumVersion) })}
          </Anchor>
          <span>
            <Labelled by={`guilds:options.sumReason.${version.why}`} />, <bdi>{version.by}</bdi>
          </span>
          <Time at={version.at} />
          {version.parkedReason === '' ? (
            <Amount value={version.payableCents - version.carriedOutCents} unit="usd" />
          ) : (
            <span>{version.parkedReason}</span>
          )}
        </li>
      ))}
    </ul>
  )
}

export function Disputes({ of }: { of: Info['disputes'] }) {
  const { t } = useTranslation('guilds')
  if (of.length === 0) return <p className={classes['dim']}>{t('settlement.noDisputes')}</p>
  return (
    <ul className={classes['past']}>
      {of.map((one) => (
        <li key={one.disputeId}>
          <span>
            {lead(t('settlement.disputed', { version: String(one.sumVersion), lines: listed(one.lines.map(String)) }))}
            <bdi>{one.reason}</bdi>
          </span>
          <Evidence of={one} />
          <span>
            <bdi>{one.by}</bdi>, <Time at={one.at} />
          </span>
          {one.outcome !== null && (
            <span>
              {leadOf(t(`options.outcome.${one.outcome}`))}
              <bdi>{one.answer}</bdi> (<bdi>{one.answeredBy}</bdi>, <Time at={one.answeredAt} />)
            </span>
          )}
        </li>
      ))}
    </ul>
  )
}

/** What is disputed, for both sides: its lines with their amounts, days with what was counted of them then, and pictures. */
function Evidence({ of }: { of: Info['disputes'][number] }) {
  const { t } = useTranslation('guilds')
  return (
    <ul className={classes['evidence']}>
      {of.disputed.map((line) => (
        <li key={line.line}>
          <span>
            <Labelled by={`guilds:options.lineKind.${line.kind}`} />{' '}
            {line.user ? <PersonChip person={line.user} /> : line.guild && <bdi>{line.guild.name}</bdi>}
          </span>
          <strong>
            <Amount value={line.amountCents + line.anchorCents} unit="usd" />
          </strong>
        </li>
      ))}
      {of.days.map((day) => (
        <li key={`${day.user.userId} ${day.day}`}>
          <span>
            <bdi>{day.user.nickname || day.user.userId}</bdi> <bdi dir="ltr">{day.day}</bdi>
          </span>
          <DayFacts of={day} />
        </li>
      ))}
      {of.proofUrls.map((url, at) => (
        <li key={url}>
          <Anchor href={fileUrl(url)} target="_blank" rel="noreferrer" inherit>
            {t('settlement.proof', { number: at + 1 })}
          </Anchor>
        </li>
      ))}
    </ul>
  )
}

/** From draft to paid. */
export function Course({ info }: { info: Info }) {
  const { t, i18n } = useTranslation('guilds')
  const { settlement, payments, salaryDeductions } = info
  const steps: [string, string | null, string][] = [
    [t('settlement.course.drafted'), settlement.draftedAt, 'system'],
    [t('settlement.course.confirmed'), settlement.confirmedAt, settlement.confirmedBy],
    [t('settlement.course.approved'), settlement.approvedAt, settlement.approvedBy],
  ]
  return (
    <ul className={classes['past']}>
      {steps.map(([name, at, by]) => (
        <li key={name}>
          <span>{name}</span>
          {at === null ? <span className={classes['dim']}>–</span> : <Time at={at} />}
          {at !== null && <bdi>{by}</bdi>}
        </li>
      ))}
      {payments.map((payment) => (
        <li key={`${payment.at} ${payment.reference}`}>
          <span>{t('settlement.course.paid')}</span>
          <Time at={payment.at} />
          <span>
            <Amount value={payment.usdCents} unit="usd" />, <bdi>{payment.reference}</bdi>
          </span>
        </li>
      ))}
      {salaryDeductions.map((one) => (
        <li key={one.purchaseId}>
          <span>{t(one.reversedAt === null ? 'settlement.course.deducted' : 'settlement.course.deductedBack')}</span>
          <Time at={one.reversedAt ?? one.at} />
          <span>
            <Amount value={one.usdCents} unit="usd" />,{' '}
            {t('settlement.course.stock', { tokens: tokens(one.tokens, i18n.language), agent: one.agentId })}
          </span>
        </li>
      ))}
    </ul>
  )
}
