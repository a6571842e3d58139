import type { PersonRef } from '@greenroom/contract/fields'
import { useState } from 'react'
import { fileUrl } from '../session/cookies.ts'
import classes from './ui.module.css'

/** A person of the app, as every list names one: the face, the name and the id, or the id alone where no name is known. */
export function PersonChip({ person, brief }: { person: PersonRef; brief?: boolean }) {
  const { userId, nickname, avatarUrl } = person
  return (
    <UserChip
      name={nickname || String(userId)}
      picture={avatarUrl}
      {...(!brief && nickname && { about: String(userId) })}
    />
  )
}

/** Whoever has a name: their picture or first letter, the name, and what tells them from others of the name. */
export function UserChip({ name, about, picture = '' }: { name: string; about?: string; picture?: string }) {
  return (
    <span className={classes['chip']}>
      <Face name={name} picture={picture} size={22} />
      <span className={classes['chipName']} title={name} dir="auto">
        {name}
      </span>
      {about && (
        <bdi dir="ltr" className={classes['chipAbout']}>
          {about}
        </bdi>
      )}
    </span>
  )
}

/** A picture in a circle; the first letter where there is none, or none can be had. */
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

/** What a reader takes for the first sign: a letter, a Chinese character, a whole emoji. */
function firstOf(name: string): string {
  for (const { segment } of letters.segment(name.trim())) return segment.toUpperCase()
  return '?'
}
