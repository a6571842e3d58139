import type { MenuNode } from '@greenroom/contract/systemStaff.schema'
import { Alert, List, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { type Grants, grantChanges } from '../../../ui/permissions.ts'

const words = { 0: 'list:tree.none', 1: 'list:tree.read', 3: 'list:tree.write' } as const

/** The changes to a role's menus that saving would make. */
export function GrantSummary(props: {
  tree: readonly MenuNode[]
  saved: Grants
  grants: Grants
  nameOf: (menu: MenuNode) => string
}) {
  const { t } = useTranslation(['system', 'list'])
  const changes = grantChanges(props.tree, props.saved, props.grants)
  if (changes.length === 0) {
    return (
      <Text size="xs" c="dimmed" aria-live="polite">
        {t('system:role.unchanged')}
      </Text>
    )
  }
  const names = namesOf(props.tree, props.nameOf)
  return (
    <Alert color="blue" p="xs" title={t('system:role.changes', { count: changes.length })} aria-live="polite">
      <List size="xs" style={{ columns: 2 }}>
        {changes.map(({ id, from, to }) => (
          <List.Item key={id}>
            {names.get(id)}: {t(words[from])} → <b>{t(words[to])}</b>
          </List.Item>
        ))}
      </List>
    </Alert>
  )
}

function namesOf(tree: readonly MenuNode[], nameOf: (menu: MenuNode) => string): Map<number, string> {
  return new Map(tree.flatMap((menu) => [[menu.id, nameOf(menu)] as const, ...namesOf(menu.children, nameOf)]))
}
