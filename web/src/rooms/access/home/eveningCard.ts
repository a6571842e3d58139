// A leader's evening as a picture: figures of the guild as a whole, and the three who earned most. Loaded when it is shared.
import type { Answer } from '@greenroom/contract/call'
import type { guildEvening } from '@greenroom/contract/guildEvening'
import i18next from 'i18next'
import { changeOf } from '../../../format/change.ts'
import { integer, usd } from '../../../format/number.ts'
import type { Card } from '../../../ui/share/card.ts'

const best = 3

export function eveningCard(of: Answer<typeof guildEvening>): Card {
  const { language } = i18next
  const { today, yesterday, next } = of
  const money = (micros: number) => usd(Math.floor(micros / 10_000), language)
  const change = changeOf(yesterday?.bonus ?? null, today.bonus, language)
  return {
    from: of.guild.name,
    title: i18next.t('evening:today.cardTitle', { day: of.day }),
    figure: money(today.usdMicros),
    ...(yesterday && {
      about: [
        i18next.t('evening:today.cardYesterday', { usd: money(yesterday.usdMicros) }),
        change.kind === 'changed' && `(${change.text})`,
      ]
        .filter(Boolean)
        .join(' '),
    }),
    lines: [
      { label: i18next.t('evening:today.validDays'), value: `${of.validAlready} / ${of.members}` },
      { label: i18next.t('evening:share.bonus'), value: integer(today.bonus, language) },
      ...of.anchors
        .filter((one) => one.today.bonus > 0)
        .slice(0, best)
        .map((one) => ({
          label: one.anchor.nickname || String(one.anchor.userId),
          value: money(one.today.usdMicros),
        })),
    ],
    notes: next
      ? [
          i18next.t('evening:today.next', {
            missing: usd(next.missingCents, language),
            level: next.level,
            gain: usd(next.gainCents, language),
          }),
        ]
      : [],
  }
}
