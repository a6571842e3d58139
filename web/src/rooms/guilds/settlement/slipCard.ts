// A payslip as a picture: its totals, without the days, which the page has. Loaded when it is shared.
import type { Answer } from '@greenroom/contract/call'
import type { settlementSlip } from '@greenroom/contract/settlement'
import i18next from 'i18next'
import { bonus, integer, usd } from '../../../format/number.ts'
import { loadTexts } from '../../../i18n/index.ts'
import type { Card } from '../../../ui/share/card.ts'

export async function slipCard(slip: Answer<typeof settlementSlip>): Promise<Card> {
  await loadTexts(['evening'])
  const { language } = i18next
  const total = slip.lines.reduce((sum, line) => sum + line.amountCents + line.anchorCents, 0)
  const validDays = slip.days.filter(({ valid }) => valid).length
  return {
    from: slip.settlement.guild.name,
    title: i18next.t('evening:share.slip', {
      name: slip.user.nickname || String(slip.user.userId),
      week: slip.settlement.week,
    }),
    figure: usd(total, language),
    lines: [
      { label: i18next.t('evening:share.bonus'), value: bonus(slip.bonus, language) },
      { label: i18next.t('evening:share.validDays'), value: integer(validDays, language) },
      { label: i18next.t('evening:share.salary'), value: usd(slip.salaryCents, language) },
      ...(slip.deductionCents === 0
        ? []
        : [{ label: i18next.t('evening:share.deductions'), value: usd(-slip.deductionCents, language) }]),
    ],
    notes: [],
  }
}
