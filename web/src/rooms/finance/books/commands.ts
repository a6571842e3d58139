import { IconClockHour4, IconPrinter } from '@tabler/icons-react'
import { defineCommand } from '../../../action/action.ts'
import { loadable } from '../../../ui/loadable.tsx'

export const moment = defineCommand({
  id: 'finance.books.moment',
  icon: IconClockHour4,
  drawer: 'moment',
  key: 'inspect',
})
export const print = (open: () => void) => defineCommand({ id: 'finance.books.print', icon: IconPrinter, run: open })
export const drawers = { moment: loadable(() => import('./Moment.tsx')) }
