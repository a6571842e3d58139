import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fileUrl } from '../../../session/cookies.ts'

/** Small pictures that open as they are; one that can't be had leaves its number. */
export function Pictures({ of, label }: { of: readonly string[]; label: string }) {
  return (
    <span style={{ display: 'inline-flex', gap: 4, verticalAlign: 'middle' }}>
      {of.map((url, at) => (
        <Picture key={url} url={url} number={at + 1} label={label} />
      ))}
    </span>
  )
}

function Picture({ url, number, label }: { url: string; number: number; label: string }) {
  const { t } = useTranslation('users')
  const [failed, setFailed] = useState(false)
  return (
    <a href={fileUrl(url)} target="_blank" rel="noreferrer" aria-label={t('picture', { label, number })}>
      {failed ? (
        number
      ) : (
        <img
          src={fileUrl(url)}
          alt=""
          width={28}
          height={28}
          loading="lazy"
          style={{ borderRadius: 4, objectFit: 'cover', display: 'block' }}
          onError={() => setFailed(true)}
        />
      )}
    </a>
  )
}
