import { IconPlus } from '@tabler/icons-react'
import type { Command } from '../../../action/action.ts'

/** Opens the form of a note on days. */
export const noteCommand: Command = { id: 'notes.add', icon: IconPlus, drawer: 'note' }
