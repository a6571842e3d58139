import { limits } from '@greenroom/contract/limits'
import { Menu, Tooltip, UnstyledButton } from '@mantine/core'
import { IconChevronRight, IconExternalLink, IconSearch, IconX } from '@tabler/icons-react'
import { type ReactNode, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router'
import { currentLanguage } from '../../i18n/index.ts'
import { useSession } from '../../session/session.ts'
import { MenuIcon } from '../../ui/values/MenuIcon.tsx'
import { hrefAt, type MenuItem, markedAt, menuItems, placeOf, searchItems } from '../menu.ts'
import { screensByMenu } from '../screens.tsx'
import styles from './Sidebar.module.css'
import type { SidebarState } from './sidebarState.ts'

type Props = {
  state: SidebarState
  /** An open tab's whole address, so that going back to a view finds its filters. */
  addressOf: (path: string) => string
}

/** The menu at the side: names or icons only on wide pages, over the page on narrow ones. */
export function Sidebar({ state, addressOf }: Props) {
  const { t } = useTranslation(['shell', 'common'])
  const { menus } = useSession()
  const location = useLocation()
  const [search, setSearch] = useState('')
  const language = currentLanguage()
  const items = useMemo(() => menuItems(menus, language), [menus, language])
  const found = searchItems(items, search)
  // Of entries with the same path prefix, the longest is the current one.
  const pathname = hrefAt(items, markedAt(placeOf(location.pathname, menus), location.pathname, menus))
  const iconsOnly = !state.open && !state.narrow

  return (
    <aside className={styles.sidebar} data-open={state.open} data-narrow={state.narrow} aria-label={t('sidebar.label')}>
      <div className={styles.brand}>
        <Link to="/dashboard" className={styles.brandLink} aria-label={iconsOnly ? t('home') : undefined}>
          <img src="/icon.svg" alt="" width={24} height={24} />
          {!iconsOnly && <span>Greenroom</span>}
        </Link>
      </div>
      {iconsOnly ? (
        <nav className={styles.scroll} aria-label={t('sidebar.label')}>
          <ul className={styles.list}>
            {items.map((item) => (
              <li key={item.id}>
                <IconEntry item={item} pathname={pathname} addressOf={addressOf} />
              </li>
            ))}
          </ul>
        </nav>
      ) : (
        <>
          <div className={styles.search}>
            <IconSearch size={15} aria-hidden />
            <input
              type="text"
              value={search}
              onChange={(event) => setSearch(event.currentTarget.value)}
              onKeyDown={(event) => event.key === 'Escape' && setSearch('')}
              placeholder={t('sidebar.search')}
              aria-label={t('sidebar.search')}
            />
            {search !== '' && (
              <UnstyledButton onClick={() => setSearch('')} aria-label={t('common:close')} className={styles.clear}>
                <IconX size={14} />
              </UnstyledButton>
            )}
          </div>
          <nav className={styles.scroll} aria-label={t('sidebar.label')}>
            {found.length === 0 && <p className={styles.none}>{t('sidebar.none')}</p>}
            <Entries items={found} pathname={pathname} addressOf={addressOf} allOpen={search.trim() !== ''} depth={0} />
          </nav>
        </>
      )}
    </aside>
  )
}

const contains = (item: MenuItem, pathname: string): boolean =>
  item.children.length > 0 ? item.children.some((child) => contains(child, pathname)) : isAt(item, pathname)
const isAt = (item: MenuItem, pathname: string): boolean => !item.external && pathname === item.href

type EntriesProps = {
  items: readonly MenuItem[]
  pathname: string
  addressOf: Props['addressOf']
  /** During a search, every submenu with a match is open. */
  allOpen: boolean
  depth: number
}

function Entries({ items, depth, ...rest }: EntriesProps) {
  return (
    <ul className={styles.list}>
      {items.map((item) => (
        <li key={item.id}>
          {item.children.length > 0 ? (
            <Submenu item={item} depth={depth} {...rest} />
          ) : (
            <EntryLink item={item} pathname={rest.pathname} addressOf={rest.addressOf} depth={depth} />
          )}
        </li>
      ))}
    </ul>
  )
}

function Submenu({ item, pathname, addressOf, allOpen, depth }: Omit<EntriesProps, 'items'> & { item: MenuItem }) {
  const here = contains(item, pathname)
  const [chosen, setChosen] = useState<boolean>()
  const open = allOpen || (chosen ?? here)
  return (
    <>
      <UnstyledButton
        className={styles.entry}
        data-here={here && !open}
        data-depth={depth}
        aria-expanded={open}
        onClick={() => setChosen(!open)}
      >
        {depth === 0 && <MenuIcon name={item.icon} size={17} className={styles.icon} />}
        <span className={styles.name}>{item.name}</span>
        <IconChevronRight size={14} aria-hidden className={styles.chevron} data-open={open} />
      </UnstyledButton>
      {open && (
        <Entries items={item.children} pathname={pathname} addressOf={addressOf} allOpen={allOpen} depth={depth + 1} />
      )}
    </>
  )
}

type EntryLinkProps = { item: MenuItem; pathname: string; addressOf: Props['addressOf']; depth: number }

function EntryLink({ item, pathname, addressOf, depth }: EntryLinkProps) {
  const here = isAt(item, pathname)
  return (
    <ItemLink
      item={item}
      to={here ? item.href : addressOf(item.href)}
      className={styles.entry}
      here={here}
      depth={depth}
    >
      {depth === 0 && <MenuIcon name={item.icon} size={17} className={styles.icon} />}
      <span className={styles.name}>{item.name}</span>
      {item.external && <IconExternalLink size={13} aria-hidden className={styles.chevron} />}
    </ItemLink>
  )
}

type ItemLinkProps = {
  item: MenuItem
  to: string
  here: boolean
  depth: number
  className: string | undefined
  children: ReactNode
}

function ItemLink({ item, to, here, depth, className, children }: ItemLinkProps) {
  if (item.external) {
    return (
      <a href={item.href} target="_blank" rel="noreferrer" className={className} data-depth={depth}>
        {children}
      </a>
    )
  }
  return (
    <Link
      to={to}
      className={className}
      data-here={here}
      data-depth={depth}
      aria-current={here ? 'page' : undefined}
      onPointerEnter={() => item.menu && screensByMenu[item.menu].preload()}
    >
      {children}
    </Link>
  )
}

/** In the collapsed state: an icon, whose submenu shows after 200 ms beside it. */
function IconEntry({ item, pathname, addressOf }: Omit<EntryLinkProps, 'depth'>) {
  const here = contains(item, pathname)
  if (item.children.length === 0) {
    return (
      <Tooltip label={item.name} position="right" openDelay={limits.submenuShowMilliseconds}>
        <span>
          <ItemLink item={item} to={addressOf(item.href)} here={here} depth={0} className={styles.iconEntry}>
            <MenuIcon name={item.icon} size={19} />
            <span className={styles.hidden}>{item.name}</span>
          </ItemLink>
        </span>
      </Tooltip>
    )
  }
  return (
    <Menu
      trigger="click-hover"
      position="right-start"
      offset={12}
      openDelay={limits.submenuShowMilliseconds}
      closeDelay={limits.submenuShowMilliseconds}
      withinPortal
    >
      <Menu.Target>
        <UnstyledButton className={styles.iconEntry} data-here={here} aria-label={item.name}>
          <MenuIcon name={item.icon} size={19} />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown miw={180}>
        <Menu.Label>{item.name}</Menu.Label>
        {leaves(item).map((leaf) =>
          leaf.external ? (
            <Menu.Item key={leaf.id} component="a" href={leaf.href} target="_blank" rel="noreferrer">
              {leaf.name}
            </Menu.Item>
          ) : (
            <Menu.Item
              key={leaf.id}
              component={Link}
              to={addressOf(leaf.href)}
              data-here={isAt(leaf, pathname)}
              className={styles.flyoutItem}
            >
              {leaf.name}
            </Menu.Item>
          ),
        )}
      </Menu.Dropdown>
    </Menu>
  )
}

const leaves = (item: MenuItem): readonly MenuItem[] =>
  item.children.flatMap((child) => (child.children.length > 0 ? leaves(child) : [child]))
