// The receipt of a sale as a picture, with the code of a page on which anybody can check it. Loaded when it is shared.
import type { agentSell } from '@greenroom/contract/agentPortal'
import { agentReceiptShare } from '@greenroom/contract/agentQueue'
import type { Answer } from '@greenroom/contract/call'
import i18next from 'i18next'
import { call } from '../../../api/call.ts'
import { tokens } from '../../../format/number.ts'
import { dateTime, zoneName } from '../../../format/time.ts'
import { loadTexts } from '../../../i18n/index.ts'
import { readSession } from '../../../session/session.ts'
import type { Card } from '../../../ui/share/card.ts'

export async function receiptCard(
  of: Pick<Answer<typeof agentSell>, 'saleId' | 'buyer' | 'tokens' | 'at'>,
): Promise<Card> {
  const [{ code }] = await Promise.all([call(agentReceiptShare, { saleId: of.saleId }), loadTexts(['evening'])])
  const zone = readSession()?.shownZone ?? 'UTC'
  return {
    from: readSession()?.user.username ?? '',
    title: i18next.t('evening:share.receipt'),
    figure: i18next.t('evening:share.tokens', { tokens: tokens(of.tokens, i18next.language) }),
    lines: [
      { label: i18next.t('evening:share.buyer'), value: of.buyer.nickname || String(of.buyer.userId) },
      { label: i18next.t('evening:share.userId'), value: String(of.buyer.userId) },
      { label: i18next.t('evening:share.at'), value: dateTime(of.at, zone).slice(0, 16) },
    ],
    notes: [zoneName(zone, new Date(of.at)), i18next.t('evening:share.check')],
    link: `${location.origin}/r/${code}`,
  }
}
