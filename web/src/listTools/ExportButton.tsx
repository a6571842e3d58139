import type { AnyCall } from '@greenroom/contract/call'
import { ActionIcon, Menu } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { call } from '../api/call.ts'
import { useCurrentList } from '../list/currentList.ts'
import { showError } from '../session/messages.ts'
import { shownElement } from '../ui/behaviour/shown.ts'
import { DropMenu } from '../ui/DropMenu.tsx'

const formats = ['xlsx', 'csv'] as const

/** Exports all matching rows of the current list as a file, in the background. */
export function ExportButton() {
  const list = useCurrentList()
  return (
    <ExportMenu
      list={list.call as AnyCall}
      payload={list.payload}
      name={() => shownElement(`[data-list="${list.menu}"] h1`)?.textContent ?? list.menu}
      filtered={list.active > 0}
    />
  )
}

/** `name` is shown with the export's progress. */
type Exported = { list: AnyCall; payload: object; name: () => string; filtered: boolean }

/** The same for any list call. */
export function ExportMenu({ list, payload, name, filtered }: Exported) {
  const { t } = useTranslation('list')
  const start = async (format: (typeof formats)[number]) => {
    try {
      const answer = (await call(list, { ...payload, export: format, async: true })) as { exportId: string }
      const { followExport } = await import('./followExport.tsx')
      followExport(answer.exportId, name())
    } catch (error) {
      showError(error)
    }
  }
  return (
    <DropMenu
      position="bottom-end"
      button={
        <ActionIcon aria-label={t('tools.export')} title={t('tools.export')} size={28}>
          <IconDownload size={16} />
        </ActionIcon>
      }
    >
      <Menu.Label>{filtered ? t('export.filtered') : t('export.everything')}</Menu.Label>
      {formats.map((format) => (
        <Menu.Item key={format} onClick={() => start(format)}>
          {t(`export.${format}`)}
        </Menu.Item>
      ))}
    </DropMenu>
  )
}
