// A gift's animation: upload, with playback before saving.
import { fileUpload } from '@greenroom/contract/access'
import { Alert, Button, FileButton, Group, Input } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api/call.ts'
import { fileUrl } from '../../../session/cookies.ts'
import { explain } from '../../../session/messages.ts'
import classes from './gift.module.css'

export type Animation = { fileId: string; url: string; kind: 'lottie' | 'mp4' }

type Props = {
  value: Animation | null
  readOnly: boolean
  change: (animation: Animation | null) => void
  uploading: (now: boolean) => void
}

export function AnimationPicker({ value, readOnly, change, uploading }: Props) {
  const { t } = useTranslation('official')
  const [fault, setFault] = useState('')
  const upload = async (file: File | null) => {
    if (!file) return
    setFault('')
    uploading(true)
    const form = new FormData()
    form.set('file', file)
    try {
      const { fileId, url, mime } = await call(fileUpload, { purpose: 'giftAnimation' }, { form })
      change({ fileId, url, kind: mime === 'video/mp4' ? 'mp4' : 'lottie' })
    } catch (error) {
      setFault(explain(error)?.text ?? '')
    } finally {
      uploading(false)
    }
  }
  return (
    <Input.Wrapper label={t('fields.animation')} description={t('gift.animationHint')} labelElement="div">
      {value && <Player key={value.fileId} animation={value} />}
      {!readOnly && (
        <Group gap="xs" mt={6}>
          <FileButton accept=".json,.mp4,application/json,video/mp4" onChange={(file) => void upload(file)}>
            {(button) => (
              <Button {...button} size="xs" variant="default">
                {t('gift.addAnimation')}
              </Button>
            )}
          </FileButton>
          {value && (
            <Button size="xs" variant="subtle" color="red" onClick={() => change(null)}>
              {t('gift.removeAnimation')}
            </Button>
          )}
        </Group>
      )}
      {fault && (
        <Alert color="red" role="alert" p="xs" mt={6}>
          {fault}
        </Alert>
      )}
    </Input.Wrapper>
  )
}

const side = 160

/** Plays it in a loop. Lottie's light player has no expressions; it is loaded on first use. */
function Player({ animation }: { animation: Animation }) {
  const { t } = useTranslation('official')
  const box = useRef<HTMLDivElement>(null)
  const address = fileUrl(animation.url)
  const { kind } = animation
  useEffect(() => {
    if (kind !== 'lottie') return
    let stop = () => {}
    let left = false
    void Promise.all([import('lottie-web/build/player/lottie_light'), fetch(address).then((answer) => answer.json())])
      .then(([{ default: lottie }, animationData]) => {
        if (left || !box.current) return
        const played = lottie.loadAnimation({ container: box.current, renderer: 'svg', loop: true, animationData })
        stop = () => played.destroy()
      })
      // Without the file the box stays empty; the picture is shown above.
      .catch(() => undefined)
    return () => {
      left = true
      stop()
    }
  }, [kind, address])
  if (kind === 'mp4')
    return (
      <video
        src={address}
        width={side}
        height={side}
        className={classes['stage']}
        aria-label={t('gift.play')}
        autoPlay
        loop
        muted
        playsInline
      />
    )
  return (
    <div
      ref={box}
      role="img"
      aria-label={t('gift.play')}
      className={classes['stage']}
      style={{ width: side, height: side }}
    />
  )
}
