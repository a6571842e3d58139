// A sheet at the lower edge: the browser's own dialog, which Escape, Android's back and a press beside it close.
import { IconX } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './PortalShell.module.css'

/** @param heading shown instead of the title, which names the sheet */
export function BottomSheet(props: { title: string; heading?: ReactNode; close: () => void; children: ReactNode }) {
  const { t } = useTranslation('common')
  const { title, heading = title, close, children } = props
  const sheet = useRef<HTMLDialogElement>(null)
  useEffect(() => sheet.current?.showModal(), [])
  return (
    <dialog
      ref={sheet}
      className={styles['more']}
      aria-label={title}
      onClose={close}
      onClick={({ target, currentTarget }) => target === currentTarget && close()}
    >
      <div className={styles['head']}>
        <span className={styles['who']}>{heading}</span>
        <button type="button" className={styles['close']} aria-label={t('close')} onClick={close}>
          <IconX size={20} aria-hidden />
        </button>
      </div>
      {children}
    </dialog>
  )
}
