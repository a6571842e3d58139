// A board's description and actions: the wall, name and roles, deleting it.
import { boardDelete, type boardList } from '@greenroom/contract/boards'
import type { Answer } from '@greenroom/contract/call'
import { boardChanged } from '@greenroom/contract/sentences/indicators'
import { Button, Group, Text } from '@mantine/core'
import { IconDeviceTv, IconPencil, IconTrash } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { useDrawer } from '../../../actions/useDrawer.ts'
import { call } from '../../../api/call.ts'
import { listed } from '../../../format/listed.ts'
import { textLanguage } from '../../../i18n/index.ts'
import { showError, showSuccess } from '../../../session/messages.ts'
import { useSend } from '../../../ui/behaviour/useSend.ts'
import classes from './board.module.css'

type Row = Answer<typeof boardList>['boards'][number]

export function BoardBar({ board, writable }: { board: Row; writable: boolean }) {
  const { t } = useTranslation('indicators')
  const drawer = useDrawer()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const [leaving, setLeaving] = useState(false)
  const { busy, send } = useSend()
  const remove = async () => {
    try {
      await call(boardDelete, { boardId: board.boardId })
      setLeaving(false)
      showSuccess(boardChanged('deleted', board.name)[textLanguage()])
      void navigate('/data/board', { replace: true })
      await queries.invalidateQueries({ queryKey: ['indicators'] })
    } catch (error) {
      showError(error)
    }
  }
  const showOnWall = () => {
    // Allowed only in a click; if the browser refuses, the wall fills the window.
    void document.documentElement.requestFullscreen?.().catch(() => {})
    void navigate(`/data/wall/${board.boardId}`)
  }
  const roles = listed(board.roles.map(({ name }) => name))
  if (leaving)
    return (
      <Group className={classes['bar']} role="alertdialog" aria-label={t('board.delete', { name: board.name })}>
        <Text fw={500}>{t('board.delete', { name: board.name })}</Text>
        <Button size="xs" variant="default" autoFocus onClick={() => setLeaving(false)}>
          {t('board.keep')}
        </Button>
        <Button size="xs" color="red" loading={busy} onClick={() => send(remove)}>
          {t('board.deleteNow')}
        </Button>
      </Group>
    )
  return (
    <Group className={classes['bar']}>
      <Text size="sm" c="dimmed" flex={1}>
        {!board.own && <>{t('board.by', { name: board.by })} · </>}
        {roles === '' ? t('board.private') : t('board.sharedWith', { roles })}
      </Text>
      {board.pins > 0 && (
        <Button size="xs" variant="default" leftSection={<IconDeviceTv size={15} aria-hidden />} onClick={showOnWall}>
          {t('board.wall')}
        </Button>
      )}
      {writable && board.own && (
        <Button
          size="xs"
          variant="default"
          leftSection={<IconPencil size={15} aria-hidden />}
          onClick={() => drawer.open('board', String(board.boardId))}
        >
          {t('board.editShort')}
        </Button>
      )}
      {writable && board.mayDelete && (
        <Button
          size="xs"
          variant="default"
          leftSection={<IconTrash size={15} aria-hidden />}
          onClick={() => setLeaving(true)}
        >
          {t('board.deleteShort')}
        </Button>
      )}
    </Group>
  )
}
