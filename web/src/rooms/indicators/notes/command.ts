import { IconPlus } from '@tabler/icons-react'
import { defineCommand } from '../../../action/action.ts'

/** Opens the form of a note on days. */
export const noteCommand = defineCommand({ id: 'indicators.addNote', icon: IconPlus, drawer: 'note', writes: true })
