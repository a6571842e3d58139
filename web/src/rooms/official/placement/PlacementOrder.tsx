// The order of a position, changed by dragging or with the arrow keys; saved in one call.
import type { Answer, Payload } from '@greenroom/contract/call'
import { placementOrder, type placementShown } from '@greenroom/contract/official'
import { placementsOrdered } from '@greenroom/contract/sentences/official'
import { Button, Group } from '@mantine/core'
import { IconGripVertical } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api/call.ts'
import { textLanguage } from '../../../i18n/index.ts'
import { showError, showSuccess } from '../../../session/messages.ts'
import { Reorder } from '../../../ui/behaviour/Reorder.tsx'
import { useSend } from '../../../ui/behaviour/useSend.ts'
import { ShownState } from '../ShownPeriod.tsx'
import classes from './placement.module.css'
import type { Kind } from './placement.ts'

type Row = Answer<typeof placementShown>['order'][number]
type Props = {
  kind: Kind
  position: Payload<typeof placementOrder>['position']
  rows: readonly Row[]
  writable: boolean
  saved: () => void
}

export function Order({ kind, position, rows, writable, saved }: Props) {
  const { t } = useTranslation('official')
  const [mine, setMine] = useState<readonly number[]>()
  const { busy, send } = useSend()
  const theirs = rows.map(({ id }) => id)
  const byId = new Map(rows.map((row) => [row.id, row]))
  const order = mine?.filter((id) => byId.has(id)) ?? theirs
  if (rows.length < 2) return null

  const save = async () => {
    try {
      await call(placementOrder, { kind, position, ids: [...order] })
      setMine(undefined)
      saved()
      showSuccess(placementsOrdered({ kind, position, count: order.length })[textLanguage()])
    } catch (error) {
      showError(error)
      saved()
    }
  }
  return (
    <section aria-label={t('order.title')}>
      <h3>{t('order.title')}</h3>
      {writable && <p className={classes['hint']}>{t('order.hint')}</p>}
      <Reorder
        items={order}
        idOf={(id) => id}
        nameOf={(id) => byId.get(id)!.name}
        layout="rows"
        readOnly={!writable}
        change={(next) => setMine(next.join() === theirs.join() ? undefined : next)}
        className={classes['order']}
      >
        {(id, at, handle) => {
          const row = byId.get(id)!
          return (
            <>
              {writable && (
                <button type="button" aria-label={t('order.move', { name: row.name, place: at + 1 })} {...handle}>
                  <IconGripVertical size={14} aria-hidden />
                </button>
              )}
              <span>{row.name}</span>
              <ShownState state={row.state} enabled={row.enabled} from={row.from} />
            </>
          )
        }}
      </Reorder>
      {mine && (
        <Group gap="xs" mt="xs">
          <Button size="xs" loading={busy} onClick={() => send(save)}>
            {t('order.save')}
          </Button>
          <Button size="xs" variant="default" onClick={() => setMine(undefined)}>
            {t('order.reset')}
          </Button>
        </Group>
      )}
    </section>
  )
}
