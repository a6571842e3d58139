import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fileUrl } from '../../session/cookies.ts'

/** Thumbnails that open at full size; one that fails to load shows its number. */
export function Pictures({ of, label, side = 28 }: { of: readonly string[]; label: string; side?: number }) {
  return (
    <span style={{ display: 'inline-flex', flexWrap: 'wrap', gap: 4, verticalAlign: 'middle' }}>
      {of.map((url, at) => (
        <Picture key={url} url={url} number={at + 1} label={label} side={side} />
      ))}
    </span>
  )
}

function Picture({ url, number, label, side }: { url: string; number: number; label: string; side: number }) {
  const { t } = useTranslation('common')
  const [failed, setFailed] = useState(false)
  return (
    <a href={fileUrl(url)} target="_blank" rel="noreferrer" aria-label={t('picture', { label, number })}>
      {failed ? (
        number
      ) : (
        <img
          src={fileUrl(url)}
          alt=""
          width={side}
          height={side}
          loading="lazy"
          style={{ borderRadius: 4, objectFit: 'cover', display: 'block' }}
          onError={() => setFailed(true)}
        />
      )}
    </a>
  )
}
