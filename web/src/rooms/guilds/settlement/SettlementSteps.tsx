// Every step of a calculation in words.
import type { Answer } from '@greenroom/contract/call'
import type { settlementInfo } from '@greenroom/contract/settlement'
import { useTranslation } from 'react-i18next'
import { listed } from '../../../format/listed.ts'
import { integer, percent, usd, usdMicros } from '../../../format/number.ts'
import classes from './settlement.module.css'

type Step = Answer<typeof settlementInfo>['steps'][number]

/** The texts' values, with formatted amounts. */
function useWords() {
  const { t, i18n } = useTranslation('guilds')
  const { language } = i18n
  const dollars = (cents: number) => usd(cents, language)
  const base = (micros: number) => usdMicros(micros, language)
  const rate = (bp: number) => percent(bp, language)
  const level = (step: Extract<Step, { step: 'level' }>) => {
    if (step.agreed) return t('settlement.steps.agreed', { rate: rate(step.rateBp) })
    const values = {
      level: step.level,
      from: dollars(step.fromCents),
      next: step.nextFromCents === null ? '' : dollars(step.nextFromCents),
      rate: rate(step.rateBp),
    }
    if (step.kind === 'marginal') return t('settlement.steps.marginal', values)
    return t(step.nextFromCents === null ? 'settlement.steps.highest' : 'settlement.steps.level', values)
  }
  return (step: Step): { text: string; amount?: string; parts?: string[] } => {
    switch (step.step) {
      case 'base':
        return {
          text: t(step.subs > 0 ? 'settlement.steps.baseOfFamily' : 'settlement.steps.base', {
            direct: base(step.directMicros),
            sub: base(step.subMicros),
            count: step.subs,
          }),
          amount: base(step.directMicros + step.subMicros),
        }
      case 'level':
        return {
          text: level(step),
          parts: step.slices.map((slice) =>
            t('settlement.steps.slice', {
              from: dollars(slice.fromCents),
              base: base(slice.micros),
              rate: rate(slice.rateBp),
              amount: dollars(slice.cents),
            }),
          ),
        }
      case 'commission':
        return {
          text: t('settlement.steps.commission', { base: base(step.baseMicros), rate: rate(step.rateBp) }),
          amount: dollars(step.cents),
        }
      case 'override':
        return {
          text: t('settlement.steps.override', { count: step.subs, base: base(step.baseMicros) }),
          amount: dollars(step.cents),
        }
      case 'bonus':
        return {
          text: t('settlement.steps.bonus', { count: step.anchors, bonus: integer(step.bonus, language) }),
          amount: dollars(step.cents),
        }
      case 'salary':
        return {
          text: t(step.to === 'guild' ? 'settlement.steps.salary' : 'settlement.steps.salaryToAnchors', {
            count: step.anchors,
          }),
          amount: dollars(step.cents),
        }
      case 'held':
        return {
          text: t('settlement.steps.held', { count: step.anchors, amount: dollars(step.cents) }),
        }
      case 'deductions':
        return {
          text: t(step.anchorCents > 0 ? 'settlement.steps.deductionsOfAnchors' : 'settlement.steps.deductions', {
            count: step.count,
            amount: dollars(step.anchorCents),
          }),
          amount: dollars(-step.cents),
        }
      case 'corrections':
        return {
          text: t('settlement.steps.corrections', { weeks: listed(step.weeks) }),
          amount: dollars(step.cents),
        }
      case 'carriedIn':
        return { text: t('settlement.steps.carriedIn'), amount: dollars(-step.cents) }
      case 'debt':
        return {
          text: t('settlement.steps.debt', { userId: String(step.userId), tokens: integer(step.tokens, language) }),
          amount: dollars(-step.cents),
        }
      case 'payable':
        return { text: t('settlement.steps.payable'), amount: dollars(step.cents) }
      case 'carriedOut':
        return { text: t('settlement.steps.carriedOut'), amount: dollars(-step.cents) }
    }
  }
}

export function Steps({ steps }: { steps: readonly Step[] }) {
  const words = useWords()
  return (
    <ol className={classes['steps']}>
      {steps.map((step) => {
        const { text, amount, parts = [] } = words(step)
        return (
          <li key={step.step} data-step={step.step}>
            <span>
              {text}
              {parts.map((part) => (
                <span key={part} className={classes['part']}>
                  {part}
                </span>
              ))}
            </span>
            {amount !== undefined && <bdi dir="ltr">{amount}</bdi>}
          </li>
        )
      })}
    </ol>
  )
}
