// Orders and withdrawals that the palette finds by their ids: all those in a pasted text with one call.
import { rechargeList } from '@greenroom/contract/finance'
import { limits } from '@greenroom/contract/limits'
import { readRefs } from '@greenroom/contract/pastedIds'
import { withdrawalList } from '@greenroom/contract/withdrawals'
import { type Searcher, searchSize } from '../../actions/paletteEntries.ts'
import { call } from '../../api/call.ts'

/** What may be an id of an order or a withdrawal: it has a digit, and is no plain number. */
const refsIn = (text: string) =>
  readRefs(text, 64)
    .ids.filter((id) => /\d/.test(id) && !/^\d+$/.test(id))
    .slice(0, limits.batch)

const none = { found: [] }

export const searchers: readonly Searcher[] = [
  {
    menu: 'finance.recharge',
    labelKey: 'finance:search.order',
    search: async (text, signal) => {
      const orderId = refsIn(text)
      if (orderId.length === 0) return none
      const { records } = await call(rechargeList, { orderId, size: searchSize(orderId) }, { signal })
      return {
        found: records.map((order) => ({
          id: `order:${order.orderId}`,
          label: order.orderId,
          detail: order.user?.nickname ?? '',
          href: `/finance/recharge?orderId=${encodeURIComponent(order.orderId)}&drawer=order:${encodeURIComponent(order.orderId)}`,
        })),
      }
    },
  },
  {
    menu: 'finance.withdraw',
    labelKey: 'finance:search.withdrawal',
    search: async (text, signal) => {
      const withdrawalId = refsIn(text)
      if (withdrawalId.length === 0) return none
      const { records } = await call(withdrawalList, { withdrawalId, size: searchSize(withdrawalId) }, { signal })
      return {
        found: records.map((row) => ({
          id: `withdrawal:${row.withdrawalId}`,
          label: row.withdrawalId,
          detail: row.user.nickname,
          href: `/finance/withdraw?tab=all&withdrawalId=${encodeURIComponent(row.withdrawalId)}&drawer=withdrawal:${encodeURIComponent(row.withdrawalId)}`,
        })),
      }
    },
  },
]
