// What one was told: a bell with how much of it is unread, and a panel with the newest. Loaded after the screen.

import { ActionIcon, Menu, Skeleton, Text, VisuallyHidden } from '@mantine/core'
import { IconAlertTriangle, IconBell, IconSettings } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Ago } from '../../format/Time.tsx'
import { explain } from '../../session/messages.ts'
import { DropMenu } from '../../ui/DropMenu.tsx'
import { type Notice, useNotices } from '../portal/useNotices.ts'
import styles from './Bell.module.css'
import { useUnread } from './unread.ts'

export default function Bell() {
  const { t } = useTranslation('bell')
  const { unread, written } = useUnread()
  return (
    <DropMenu
      position="bottom-end"
      width={360}
      button={
        <ActionIcon
          className={styles.bell}
          aria-label={unread > 0 ? t('label', { count: unread }) : t('title')}
          title={t('title')}
        >
          <IconBell size={18} stroke={1.6} />
          {unread > 0 && (
            <span className={styles.count} aria-hidden>
              {written}
            </span>
          )}
        </ActionIcon>
      }
    >
      <Told unread={unread} />
    </DropMenu>
  )
}

function Told({ unread }: { unread: number }) {
  const { t } = useTranslation(['bell', 'common'])
  const { query, found, mark } = useNotices()
  return (
    <>
      <Menu.Label>{t('title')}</Menu.Label>
      {/* A menu has items: no other role may stand among them. */}
      {query.isPending && (
        <div className={styles.state} aria-busy>
          <VisuallyHidden>{t('common:loading')}</VisuallyHidden>
          <Skeleton height={16} my={8} />
          <Skeleton height={16} my={8} />
        </div>
      )}
      {query.error && (
        <>
          <Text className={styles.state}>{explain(query.error)?.text}</Text>
          <Menu.Item closeMenuOnClick={false} onClick={() => void query.refetch()}>
            {t('common:retry')}
          </Menu.Item>
        </>
      )}
      {query.isSuccess && found.length === 0 && (
        <Text c="dimmed" className={styles.state}>
          {t('empty')}
        </Text>
      )}
      <div className={styles.list}>
        {found.map((notice) => (
          <Line key={notice.id} of={notice} mark={mark} />
        ))}
      </div>
      {query.hasNextPage && (
        <Menu.Item closeMenuOnClick={false} disabled={query.isFetching} onClick={() => void query.fetchNextPage()}>
          {t('older')}
        </Menu.Item>
      )}
      {(unread > 0 || found.some((one) => !one.read)) && (
        <Menu.Item closeMenuOnClick={false} onClick={() => void mark()}>
          {t('readAll')}
        </Menu.Item>
      )}
      <Menu.Divider />
      <Menu.Item component={Link} to="/account/security" leftSection={<IconSettings size={16} stroke={1.6} />}>
        {t('choose')}
      </Menu.Item>
    </>
  )
}

function Line({
  of: { id, at, text, href, read: wasRead, alarm },
  mark,
}: {
  of: Notice
  mark: (id: string) => unknown
}) {
  const { t } = useTranslation('bell')
  return (
    <Menu.Item
      component={Link}
      to={href}
      className={styles.line}
      data-unread={!wasRead || undefined}
      onClick={() => {
        if (!wasRead) void mark(id)
      }}
      leftSection={alarm ? <IconAlertTriangle size={16} aria-hidden /> : undefined}
    >
      {!wasRead && <span className={styles.new}>{t('new')}</span>}
      <span dir="auto">{text}</span>
      <Text component="span" size="xs" c="dimmed" display="block">
        <Ago at={at} />
      </Text>
    </Menu.Item>
  )
}
