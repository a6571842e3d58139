// Shown when all rows of a page are selected: selects all matching rows.
import { bulkFreeze } from '@greenroom/contract/bulk'
import { limits } from '@greenroom/contract/limits'
import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { integer } from '../../format/number.ts'
import { useCurrentList, useRowState } from '../../list/list.ts'
import { showError } from '../../session/messages.ts'
import { useSend } from '../../ui/useSend.ts'
import { refusedProps, WhyNot } from '../../ui/WhyNot.tsx'

export function ChooseEverything() {
  const list = useCurrentList()
  const { t, i18n } = useTranslation('list')
  const { busy, send } = useSend()
  const all = useRowState(list.selection, (now) => list.rows.length > 0 && [...list.byId.keys()].every(now.has))
  if (!all || list.total <= list.rows.length) return null
  const number = (value: number) => integer(value, i18n.language)
  const tooMany = list.totalIsEstimate || list.total > limits.bulk
  const choose = async () => {
    try {
      list.selection.chooseEverything(await call(bulkFreeze, { list: list.call.name, filters: list.payload }))
    } catch (error) {
      showError(error)
    }
  }
  return (
    <WhyNot reason={tooMany ? t('bulk.tooMany', { most: number(limits.bulk) }) : undefined}>
      <Button
        size="compact-sm"
        variant="subtle"
        loading={busy}
        {...(tooMany && refusedProps)}
        onClick={() => send(choose)}
      >
        {list.totalIsEstimate ? t('bulk.chooseAll') : t('bulk.choose', { total: number(list.total) })}
      </Button>
    </WhyNot>
  )
}
