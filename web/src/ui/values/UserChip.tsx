import type { PersonRef } from '@greenroom/contract/fields'
import { useState } from 'react'
import { fileUrl } from '../../session/cookies.ts'
import classes from '../ui.module.css'

/** A user of the app as shown in every list: picture, name and id, or only the id if the name is unknown. */
export function PersonChip({ person, brief }: { person: PersonRef; brief?: boolean }) {
  const { userId, nickname, avatarUrl } = person
  return (
    <UserChip
      name={nickname || String(userId)}
      picture={avatarUrl}
      {...(!brief && nickname && { detail: String(userId) })}
    />
  )
}

/** Anyone with a name: picture or first letter, name, and an identifier. */
export function UserChip({ name, detail, picture = '' }: { name: string; detail?: string; picture?: string }) {
  return (
    <span className={classes['chip']}>
      <Face name={name} picture={picture} size={22} />
      <span className={classes['chipName']} title={name} dir="auto">
        {name}
      </span>
      {detail && (
        <bdi dir="ltr" className={classes['chipAbout']}>
          {detail}
        </bdi>
      )}
    </span>
  )
}

/** A round picture; the first letter if there is none or it fails to load. */
export function Face({ name, picture, size }: { name: string; picture: string; size: number }) {
  const [failed, setFailed] = useState('')
  const shown = picture !== '' && failed !== picture
  return (
    <span
      className={classes['face']}
      aria-hidden
      style={{ width: size, height: size, fontSize: Math.round(size / 2.1) }}
    >
      {shown ? (
        <img
          src={fileUrl(picture)}
          alt=""
          width={size}
          height={size}
          loading="lazy"
          decoding="async"
          onError={() => setFailed(picture)}
        />
      ) : (
        firstOf(name)
      )}
    </span>
  )
}

const letters = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** The first grapheme: a letter, a Chinese character, a complete emoji. */
function firstOf(name: string): string {
  for (const { segment } of letters.segment(name.trim())) return segment.toUpperCase()
  return '?'
}
