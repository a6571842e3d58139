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

/** A new menu; opened from a catalogue's row it stands below that one. */
export default function AddMenu({ about, close }: DrawerProps) {
  const list = useCurrentList()
  return (
    <Editor
      initial={{ ...empty, parentId: about || '0' }}
      refused={list.writable ? undefined : 'readOnly'}
      builtIn={false}
      close={close}
    />
  )
}
