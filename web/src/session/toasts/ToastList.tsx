// Draws the toasts. While the pointer or the focus is on one of them, none of them closes by itself.
import { useEffect, useState, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import styles from './ToastList.module.css'
import { dropToast, listenToToasts, type Toast, toastsShown } from './toastStore.ts'

export default function ToastList() {
  const shown = useSyncExternalStore(listenToToasts, toastsShown)
  const [isHeld, setHeld] = useState(false)
  if (shown.length === 0) return null
  return createPortal(
    <div
      className={styles['place']}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      {shown.map((toast) => (
        <Shown key={toast.id} of={toast} isHeld={isHeld} />
      ))}
    </div>,
    document.body,
  )
}

function Shown({ of: toast, isHeld }: { of: Toast; isHeld: boolean }) {
  const { t } = useTranslation('common')
  const { id, message, title, color, autoClose, role } = toast
  useEffect(() => {
    if (isHeld || autoClose === false) return
    const timer = setTimeout(() => dropToast(id), autoClose)
    return () => clearTimeout(timer)
  }, [toast, id, autoClose, isHeld])
  return (
    <div className={styles['toast']} role={role} data-color={color}>
      <div className={styles['body']}>
        {title !== undefined && <div className={styles['title']}>{title}</div>}
        <div className={typeof message === 'string' ? styles['text'] : undefined}>{message}</div>
      </div>
      <button type="button" className={styles['close']} aria-label={t('close')} onClick={() => dropToast(id)}>
        <svg width={14} height={14} viewBox="0 0 14 14" aria-hidden>
          <path d="M2 2L12 12M12 2L2 12" fill="none" stroke="currentColor" strokeWidth={1.6} strokeLinecap="round" />
        </svg>
      </button>
    </div>
  )
}
