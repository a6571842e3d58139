// The form of a board: its name, and the roles it is shared with.
import { boardRoles, boardSave } from '@greenroom/contract/boards'
import { boardSave as schema } from '@greenroom/contract/boards.schema'
import { boardChanged } from '@greenroom/contract/sentences/indicators'
import { MultiSelect, Skeleton, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { DrawerProps } from '../../../actions/Drawers.tsx'
import { FormDrawer } from '../../../actions/form/FormDrawer.tsx'
import { SideDrawer } from '../../../actions/form/SideDrawer.tsx'
import { call } from '../../../api/call.ts'
import { useAddress } from '../../../session/useAddress.ts'
import { useBoards } from './useBoard.ts'

export default function EditBoard({ rowId, close }: DrawerProps) {
  const { t } = useTranslation('indicators')
  const [, change] = useAddress()
  const boards = useBoards().data?.boards
  const { data } = useQuery({
    queryKey: ['indicators', 'boardRoles'],
    queryFn: ({ signal }) => call(boardRoles, {}, { signal }),
  })
  const board = rowId === '' ? undefined : boards?.find(({ boardId }) => String(boardId) === rowId)
  const title = t(rowId === '' ? 'actions.addBoard' : 'board.edit')
  if (!data || !boards)
    return (
      <SideDrawer title={title} close={close}>
        <Skeleton h={120} />
      </SideDrawer>
    )
  return (
    <FormDrawer
      title={title}
      close={close}
      draft={`indicators.board:${rowId}`}
      call={boardSave}
      schema={schema.payload}
      initial={{ name: board?.name ?? '', roleIds: board?.roles.map(({ roleId }) => String(roleId)) ?? [] }}
      payload={({ name, roleIds }) => ({
        ...(board && { boardId: board.boardId, version: board.version }),
        name,
        roleIds: roleIds.map(Number),
      })}
      message={({ name }) => boardChanged(board ? 'saved' : 'added', name)}
      onSaved={(answer) => {
        change((next) => next.set('board', String(answer.boardId)))
      }}
    >
      {(form) => (
        <>
          <TextInput label={t('fields.name')} required data-autofocus maxLength={60} {...form.getInputProps('name')} />
          <MultiSelect
            label={t('fields.roleIds')}
            description={t('board.sharing')}
            searchable
            clearable
            data={data.roles.map(({ roleId, name }) => ({ value: String(roleId), label: name }))}
            {...form.getInputProps('roleIds')}
          />
        </>
      )}
    </FormDrawer>
  )
}
