// A tree of menus with three states. One tab stop: arrows move, left and right fold, space sets the next state, 0, 1 and 3 set a state;
// setting a branch sets everything below it.
import { CloseButton, TextInput } from '@mantine/core'
import { IconChevronRight, IconSearch } from '@tabler/icons-react'
import { type KeyboardEvent, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { label, useLabels } from '../labels.ts'
import classes from './PermissionTree.module.css'
import {
  type Branch,
  type Grants,
  nextPermission,
  type Permission,
  type Shown,
  searchTree,
  shownPermission,
  withBranch,
} from './permissions.ts'

type Node = Branch & { children: readonly Node[] }
type Props<N extends Node> = {
  tree: readonly N[]
  nameOf: (node: N) => string
  grants: Grants
  /** The saved grants, to mark changes. */
  saved: Grants
  label: string
  readOnly?: boolean
  change: (grants: Grants) => void
}

const levels = [0, 1, 3] as const
const words = { 0: 'list:tree.none', 1: 'list:tree.read', 3: 'list:tree.write', mixed: 'list:tree.mixed' } as const

type Line<N> = { node: N; depth: number; parent: number | undefined }

function linesOf<N extends Node>(
  tree: readonly N[],
  closed: ReadonlySet<number>,
  depth = 1,
  parent?: number,
): Line<N>[] {
  return tree.flatMap((node) => [
    { node, depth, parent },
    ...(closed.has(node.id) ? [] : linesOf(node.children as readonly N[], closed, depth + 1, node.id)),
  ])
}

export function PermissionTree<N extends Node>(props: Props<N>) {
  const { tree, nameOf, grants, saved, change, readOnly = false } = props
  const { t } = useTranslation('list')
  const [search, setSearch] = useState('')
  const [closed, setClosed] = useState<ReadonlySet<number>>(new Set())
  const [at, setAt] = useState<number>()
  const root = useRef<HTMLDivElement>(null)
  const found = useMemo(
    () => searchTree<Node>(tree, search, nameOf as (node: Node) => string) as unknown as readonly N[],
    [tree, search, nameOf],
  )
  const lines = linesOf(found, search === '' ? closed : new Set())
  const current = lines.some((line) => line.node.id === at) ? at : lines[0]?.node.id

  const set = (node: N, level: Permission) => {
    // The entire branch, including menus hidden by the search: setting a branch ignores the search.
    if (!readOnly) change(withBranch(node, level, grants))
  }
  const go = (id: number | undefined) => {
    if (id === undefined) return
    setAt(id)
    root.current?.querySelector<HTMLElement>(`[data-menu="${id}"]`)?.focus()
  }
  const fold = (id: number, shut: boolean) => {
    const next = new Set(closed)
    if (shut) next.add(id)
    else next.delete(id)
    setClosed(next)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const index = lines.findIndex((line) => line.node.id === current)
    const line = lines[index]
    if (!line || event.ctrlKey || event.metaKey || event.altKey) return
    const { node, parent } = line
    const branch = node.children.length > 0
    const keys: Record<string, () => void> = {
      ArrowDown: () => go(lines[index + 1]?.node.id),
      ArrowUp: () => go(lines[index - 1]?.node.id),
      Home: () => go(lines[0]?.node.id),
      End: () => go(lines.at(-1)?.node.id),
      ArrowRight: () => (branch && closed.has(node.id) ? fold(node.id, false) : go(lines[index + 1]?.node.id)),
      ArrowLeft: () => (branch && !closed.has(node.id) ? fold(node.id, true) : go(parent)),
      ' ': () => set(node, nextPermission(shownPermission(node, grants))),
      '0': () => set(node, 0),
      '1': () => set(node, 1),
      '3': () => set(node, 3),
    }
    const run = keys[event.key]
    if (!run) return
    event.preventDefault()
    event.stopPropagation()
    run()
  }
  return (
    <div className={classes['box']}>
      <div className={classes['top']}>
        <TextInput
          flex={1}
          size="xs"
          aria-label={t('tree.search')}
          placeholder={t('tree.search')}
          leftSection={<IconSearch size={14} aria-hidden />}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
          onKeyDown={(event) => event.key === 'ArrowDown' && go(lines[0]?.node.id)}
          rightSection={
            search !== '' && <CloseButton size="xs" aria-label={t('filters.clear')} onClick={() => setSearch('')} />
          }
        />
      </div>
      <div ref={root} role="tree" aria-label={props.label} className={classes['tree']} onKeyDown={onKeyDown}>
        {lines.map(({ node, depth }) => {
          const state = shownPermission(node, grants)
          const name = nameOf(node)
          const branch = node.children.length > 0
          const open = search !== '' || !closed.has(node.id)
          const changed = state !== shownPermission(node, saved)
          return (
            <div
              key={node.id}
              role="treeitem"
              tabIndex={node.id === current ? 0 : -1}
              aria-level={depth}
              aria-expanded={branch ? open : undefined}
              aria-selected={state !== 0}
              aria-label={`${name}: ${label(words[state])}`}
              data-menu={node.id}
              data-changed={changed || undefined}
              data-branch={branch || undefined}
              className={classes['line']}
              style={{ paddingInlineStart: 8 + (depth - 1) * 20 }}
              onFocus={() => setAt(node.id)}
            >
              <button
                type="button"
                tabIndex={-1}
                className={classes['fold']}
                data-open={open || undefined}
                style={{ visibility: branch ? 'visible' : 'hidden' }}
                aria-label={t(open ? 'tree.close' : 'tree.open', { name })}
                onClick={() => fold(node.id, open)}
              >
                <IconChevronRight size={14} aria-hidden />
              </button>
              <span className={classes['name']}>{name}</span>
              <Levels state={state} readOnly={readOnly} name={name} set={(level) => set(node, level)} />
            </div>
          )
        })}
        {lines.length === 0 && <div className={classes['none']}>{t('tree.noMatch')}</div>}
      </div>
    </div>
  )
}

function Levels(props: { state: Shown; readOnly: boolean; name: string; set: (level: Permission) => void }) {
  const { label } = useLabels()
  return (
    <span className={classes['levels']} data-mixed={props.state === 'mixed' || undefined}>
      {levels.map((level) => (
        <button
          key={level}
          type="button"
          tabIndex={-1}
          className={classes['level']}
          data-level={level}
          aria-pressed={props.state === level}
          aria-label={`${props.name}: ${label(words[level])}`}
          disabled={props.readOnly}
          onClick={() => props.set(level)}
        >
          {label(words[level])}
        </button>
      ))}
    </span>
  )
}
