// Tools of a list: refresh, export, columns, density.
import { ActionIcon, Group, Menu } from '@mantine/core'
import { IconBaselineDensityMedium, IconCheck, IconColumns3, IconRefresh } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import type { AnyColumn } from '../list/columns.ts'
import { useCurrentList } from '../list/currentList.ts'
import { type Density, rowHeights, useDensity } from '../session/density.ts'
import { useShortcut } from '../session/shortcuts.ts'
import { DropMenu } from '../ui/DropMenu.tsx'
import { DropPanel } from '../ui/DropPanel.tsx'
import { ExportButton } from './ExportButton.tsx'
import classes from './listTools.module.css'

const ColumnChooser = lazy(() => import('./ColumnChooser.tsx'))

type Props = {
  columns: readonly AnyColumn[]
  /** The ids of the shown columns. */
  visible: Readonly<Record<string, boolean>>
}

export function ListTools({ columns, visible }: Props) {
  const list = useCurrentList()
  const { t } = useTranslation('list')
  const [density, setDensity] = useDensity()
  useShortcut('reload', 'list:keys.refresh', list.refresh)
  return (
    <Group className={classes['tools']} gap={2} wrap="nowrap">
      <ActionIcon aria-label={t('tools.refresh')} title={t('tools.refresh')} onClick={list.refresh} size={28}>
        <IconRefresh size={16} />
      </ActionIcon>
      {list.call.exportable && <ExportButton />}
      <DropMenu
        position="bottom-end"
        button={
          <ActionIcon aria-label={t('tools.density')} title={t('tools.density')} size={28}>
            <IconBaselineDensityMedium size={16} />
          </ActionIcon>
        }
      >
        {(Object.keys(rowHeights) as Density[]).map((one) => (
          <Menu.Item
            key={one}
            role="menuitemradio"
            aria-checked={one === density}
            onClick={() => setDensity(one)}
            rightSection={one === density && <IconCheck size={14} aria-hidden />}
          >
            {t(`density.${one}`)}
          </Menu.Item>
        ))}
      </DropMenu>
      <DropPanel
        position="bottom-end"
        button={
          <ActionIcon aria-label={t('tools.columns')} title={t('tools.columns')} size={28}>
            <IconColumns3 size={16} />
          </ActionIcon>
        }
      >
        {() => (
          <Suspense fallback={null}>
            <ColumnChooser columns={columns} visible={visible} />
          </Suspense>
        )}
      </DropPanel>
    </Group>
  )
}
