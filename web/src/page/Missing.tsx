// Why a record's page can't be shown: no such record, no permission, or a failed request.
import { IconGhost2 } from '@tabler/icons-react'
import { isRefused } from '../api/call.ts'
import { Failure } from '../ui/Failure.tsx'
import { Nothing } from '../ui/Nothing.tsx'

type Props = {
  error: unknown
  again: () => void
  /** The menu that the call needs. */
  menu: string
  /** The text if there is no such record. */
  none: { title: string; text: string }
}

export function Missing({ error, again, menu, none }: Props) {
  if (error === null || isRefused(error, 10032, 10009)) return <Nothing icon={IconGhost2} {...none} />
  return <Failure error={error} menu={menu} again={again} />
}
