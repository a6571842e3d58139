import { ActionIcon, Menu, UnstyledButton } from '@mantine/core'
import { IconChevronDown, IconX } from '@tabler/icons-react'
import { type KeyboardEvent, type MouseEvent, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { reveal } from '../../ui/behaviour/reveal.ts'
import { DropMenu } from '../../ui/DropMenu.tsx'
import styles from './OpenViews.module.css'
import { homePath, type Tab } from './views.ts'

type Props = {
  tabs: readonly Tab[]
  titleOf: (path: string) => string
  current: string
  onClose: (path: string) => void
  onCloseOthers: (path: string) => void
}

/** The visited views. Links, so that they open like links; middle click, Delete and the cross close them. */
export function ViewTabs({ tabs, titleOf, current, onClose, onCloseOthers }: Props) {
  const { t } = useTranslation('shell')
  const strip = useRef<HTMLUListElement>(null)

  // biome-ignore lint: the shown tab comes into sight whenever it changes
  useEffect(() => {
    const shown = strip.current?.querySelector('[aria-current]')
    return strip.current && shown ? reveal(shown, strip.current) : undefined
  }, [current, tabs.length])

  const onKeyDown = (event: KeyboardEvent, path: string) => {
    const links = [...(strip.current?.querySelectorAll('a') ?? [])]
    if (event.key === 'Delete' || event.key === 'Backspace') {
      if (path === homePath) return
      // The tab goes: the focus stays in the strip.
      const at = links.indexOf(event.currentTarget as HTMLAnchorElement)
      ;(links[at + 1] ?? links[at - 1])?.focus()
      return onClose(path)
    }
    const forward = document.documentElement.dir === 'rtl' ? 'ArrowLeft' : 'ArrowRight'
    const step = event.key === forward ? 1 : event.key === 'ArrowLeft' || event.key === 'ArrowRight' ? -1 : 0
    if (step !== 0) links[links.indexOf(event.currentTarget as HTMLAnchorElement) + step]?.focus()
  }

  const onMiddleClick = (event: MouseEvent, path: string) => {
    if (event.button !== 1 || path === homePath) return
    event.preventDefault()
    onClose(path)
  }

  return (
    <nav className={styles.bar} aria-label={t('tabs.label')}>
      <ul className={styles.strip} ref={strip}>
        {tabs.map(({ path, address }) => (
          <li key={path} className={styles.tab} data-current={path === current}>
            <Link
              to={address}
              className={styles.link}
              aria-current={path === current ? 'page' : undefined}
              onKeyDown={(event) => onKeyDown(event, path)}
              onMouseDown={(event) => event.button === 1 && event.preventDefault()}
              onAuxClick={(event) => onMiddleClick(event, path)}
            >
              {titleOf(path)}
            </Link>
            {path !== homePath && (
              <UnstyledButton
                className={styles.close}
                aria-label={t('tabs.close', { name: titleOf(path) })}
                onClick={() => onClose(path)}
              >
                <IconX size={12} stroke={2} />
              </UnstyledButton>
            )}
          </li>
        ))}
      </ul>
      {tabs.length > 1 && (
        <DropMenu
          position="bottom-end"
          button={
            <ActionIcon size={24} aria-label={t('tabs.menu')}>
              <IconChevronDown size={14} />
            </ActionIcon>
          }
        >
          <Menu.Item disabled={current === homePath} onClick={() => onClose(current)}>
            {t('tabs.closeThis')}
          </Menu.Item>
          <Menu.Item onClick={() => onCloseOthers(current)}>{t('tabs.closeOthers')}</Menu.Item>
        </DropMenu>
      )}
    </nav>
  )
}
