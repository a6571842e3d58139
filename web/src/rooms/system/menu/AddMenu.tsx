import type { DrawerProps } from '../../../action/Drawers.tsx'
import { useCurrentList } from '../../../list/list.ts'
import { Editor, type MenuForm } from './MenuEditor.tsx'

const empty: MenuForm = {
  parentId: '0',
  type: 'menu',
  nameEn: '',
  nameCn: '',
  path: '',
  icon: '',
  sort: 0,
  cacheAble: true,
}

/** Form for a new menu; opened from a catalogue's row, which is the parent. */
export default function AddMenu({ rowId, close }: DrawerProps) {
  const list = useCurrentList()
  return (
    <Editor
      initial={{ ...empty, parentId: rowId || '0' }}
      refused={list.writable ? undefined : 'readOnly'}
      builtIn={false}
      close={close}
    />
  )
}
