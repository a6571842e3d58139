// Commands shared by both views of the flow.
import { IconScale } from '@tabler/icons-react'
import { defineCommand } from '../../../action/action.ts'
import { loadable } from '../../../ui/loadable.tsx'

export const commands = [
  defineCommand({ id: 'flow.token.balance', icon: IconScale, drawer: 'balance', key: 'inspect' }),
]
export const drawers = {
  transfer: loadable(() => import('./Transfer.tsx')),
  balance: loadable(() => import('./Balance.tsx')),
}
