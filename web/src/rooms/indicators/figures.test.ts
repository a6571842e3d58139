// Every required figure is on its dashboard, named, defined and computed in both languages.
import { type DashboardKey, dashboards, type FigureKey, figuresOf, figureUnits } from '@greenroom/contract/dashboards'
import cn from '@greenroom/contract/texts/cn/indicators.json' with { type: 'json' }
import en from '@greenroom/contract/texts/en/indicators.json' with { type: 'json' }
import { expect, test } from 'vitest'

const ofNewUsers: FigureKey[] = [
  'newUsers',
  'completeShare',
  'certifiedShare',
  'calledShare',
  'matchedOnceShare',
  'viewedShare',
  'rechargedShare',
  'd1Share',
]

/** Section 6, in its order. */
const promised: Record<DashboardKey, FigureKey[]> = {
  live: [
    'broadcasters',
    'sessions',
    'broadcastSeconds',
    'averageBroadcast',
    'viewers',
    'viewRate',
    'viewsTo10',
    'viewsTo30',
    'viewsTo60',
    'viewsOver60',
    'stayUnder30',
    'stayTo60',
    'stayOver60',
    'gifterShare',
    'liveGiftTokens',
    'liveRoomTokens',
    'peakBroadcasts',
  ],
  match: [
    'matchRequests',
    'matchedShare',
    'matchAnsweredShare',
    'waitP50',
    'waitP90',
    'matchCancelShare',
    'matchCalls',
    'matchTokens',
  ],
  overall: [
    'installs',
    'registrations',
    'dau',
    'wau',
    'mau',
    'dauWomen',
    'dauMen',
    'anchorsOnline',
    'revenue',
    'payersWomen',
    'payersMen',
    'payRate',
    'arpu',
    'arppu',
    'firstPayers',
    'conversion24h',
    'issuedRecharges',
    'issuedAgents',
    'issuedPromotional',
    'consumedGifts',
    'consumedCalls',
    'consumedRooms',
    'consumedTexts',
    'bonusEarned',
    'bonusWithdrawn',
    'float',
    'agentShare',
    'refundRate',
  ],
  newWomen: ofNewUsers,
  newMen: ofNewUsers,
  oldWomen: ['oldActives', 'returning', 'secondsOnline', 'callsReceived', 'receivedAnswerRate', 'income', 'churn'],
  oldMen: [
    'oldActives',
    'returning',
    'secondsOnline',
    'callsMade',
    'madeAnswerRate',
    'oldPayRate',
    'oldArppu',
    'churn',
  ],
  calls: [
    'callAttempts',
    'callAnsweredShare',
    'unansweredCancelled',
    'unansweredDeclined',
    'unansweredNoAnswer',
    'unansweredBusy',
    'unansweredBalance',
    'unansweredOtherwise',
    'callSeconds',
    'averageCall',
    'callsUnder30',
    'callsTo120',
    'callsOver120',
    'voiceCalls',
    'videoCalls',
    'callTokens',
    'callBonus',
  ],
}

test.each(Object.entries(promised) as [DashboardKey, FigureKey[]][])(
  '%s shows its required figures',
  (key, figures) => {
    const shown = figuresOf(dashboards[key])
    expect(figures.filter((figure) => !shown.includes(figure))).toEqual([])
  },
)

test('every figure is on a dashboard', () => {
  const shown = new Set(Object.values(dashboards).flatMap((dashboard) => figuresOf(dashboard)))
  expect((Object.keys(figureUnits) as FigureKey[]).filter((figure) => !shown.has(figure))).toEqual([])
})

test.each([
  ['en', en, /^[A-Z][^.]*[^.]\.$/],
  ['cn', cn, /^[^。；]+。$/],
] as const)(
  'every figure has a name, a definition in one sentence and a formula beside it (%s)',
  (_, texts, sentence) => {
    const figures = Object.keys(figureUnits) as FigureKey[]
    const { figures: names, how, formulas } = texts
    expect(figures.filter((figure) => !names[figure])).toEqual([])
    expect(figures.filter((figure) => !sentence.test(how[figure]))).toEqual([])
    expect(figures.filter((figure) => !formulas[figure] || sentence.test(formulas[figure]))).toEqual([])
    for (const of of [how, formulas])
      expect(Object.keys(of).filter((key) => !figures.includes(key as FigureKey))).toEqual([])
  },
)
