// /finance/wallet: balances by address, outflows, and fees; a list each.
import { Suspense } from 'react'
import { useAddress } from '../../../session/useAddress.ts'
import { loadable } from '../../../ui/loadable.tsx'
import { tabOf } from './WalletTabs.tsx'

const lists = {
  balances: loadable(() => import('./WalletBalances.tsx')),
  outflows: loadable(() => import('./Outflows.tsx')),
  fees: loadable(() => import('./Fees.tsx')),
} as const

export default function WalletScreen() {
  const [address] = useAddress()
  const Shown = lists[tabOf(address)]
  return (
    <Suspense fallback={null}>
      <Shown />
    </Suspense>
  )
}
