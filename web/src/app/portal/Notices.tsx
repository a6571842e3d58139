// What a leader or agent was told, as a sheet at the thumb.
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Ago } from '../../format/Time.tsx'
import { explain } from '../../session/messages.ts'
import bell from '../shell/Bell.module.css'
import { BottomSheet } from './BottomSheet.tsx'
import styles from './PortalShell.module.css'
import { type Notice, useNotices } from './useNotices.ts'

export default function Notices({ unread, close }: { unread: number; close: () => void }) {
  const { t } = useTranslation(['bell', 'common'])
  const { query, found, mark } = useNotices()
  return (
    <BottomSheet title={t('title')} close={close}>
      {query.isPending && <p role="status">{t('common:loading')}</p>}
      {query.error && (
        <>
          <p role="alert">{explain(query.error)?.text}</p>
          <button type="button" className={styles['entry']} onClick={() => void query.refetch()}>
            {t('common:retry')}
          </button>
        </>
      )}
      {query.isSuccess && found.length === 0 && <p>{t('empty')}</p>}
      <ul>
        {found.map((notice) => (
          <Line key={notice.id} of={notice} mark={mark} close={close} />
        ))}
      </ul>
      {query.hasNextPage && (
        <button
          type="button"
          className={styles['entry']}
          aria-disabled={query.isFetching}
          onClick={() => query.isFetching || void query.fetchNextPage()}
        >
          {t('older')}
        </button>
      )}
      {(unread > 0 || found.some((one) => !one.read)) && (
        <button type="button" className={styles['entry']} onClick={() => void mark()}>
          {t('readAll')}
        </button>
      )}
      <Link className={styles['entry']} to="/account/security" onClick={close}>
        {t('choose')}
      </Link>
    </BottomSheet>
  )
}

type Props = { of: Notice; mark: (id: string) => unknown; close: () => void }

function Line({ of: { id, at, text, href, read: wasRead, alarm }, mark, close }: Props) {
  const { t } = useTranslation('bell')
  return (
    <li>
      <Link
        to={href}
        className={styles['notice']}
        data-unread={!wasRead || undefined}
        data-alarm={alarm || undefined}
        onClick={() => {
          if (!wasRead) void mark(id)
          close()
        }}
      >
        {!wasRead && <span className={bell.new}>{t('new')}</span>}
        <span dir="auto">{text}</span>
        <small>
          <Ago at={at} />
        </small>
      </Link>
    </li>
  )
}
