// Pictures in an order: uploaded one by one, moved by hand or by the arrow keys, refused with the reason beside them.
import { fileUpload } from '@greenroom/contract/access'
import { limits } from '@greenroom/contract/limits'
import { ActionIcon, Alert, FileButton, Input, Progress, Text, UnstyledButton } from '@mantine/core'
import { IconPhotoPlus, IconX } from '@tabler/icons-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../api/call.ts'
import { bytes } from '../format/number.ts'
import { fileUrl } from '../session/cookies.ts'
import { explain } from '../session/messages.ts'
import classes from './PicturePicker.module.css'

export type Picture = { fileId: string; url: string }
type Props = {
  purpose: 'giftPicture' | 'avatar' | 'paymentProof' | 'banner' | 'activity' | 'message' | 'landing'
  label: string
  value: readonly Picture[]
  most: number
  error?: unknown
  readOnly?: boolean
  change: (pictures: Picture[]) => void
  /** Called when an upload begins and when it has ended. */
  uploading?: (now: boolean) => void
}

const kinds = ['image/png', 'image/jpeg', 'image/webp', 'image/gif']
type Loading = { name: string; share: number }

export function PicturePicker(props: Props) {
  const { purpose, value, most, readOnly = false, change } = props
  const { t, i18n } = useTranslation('list')
  const [loading, setLoading] = useState<Loading>()
  const [faults, setFaults] = useState<readonly string[]>([])
  const [dragged, setDragged] = useState<number>()
  const box = useRef<HTMLUListElement>(null)
  const latest = useRef(value)
  latest.current = value

  const upload = async (files: readonly File[]) => {
    setFaults([])
    props.uploading?.(true)
    for (const file of files.slice(0, most - value.length)) {
      const fault = (await faultOf(file)) ?? (await send(file))
      if (fault) setFaults((now) => [...now, fault])
    }
    setLoading(undefined)
    props.uploading?.(false)
  }
  const faultOf = async (file: File): Promise<string | undefined> => {
    const { name } = file
    if (!kinds.includes(file.type)) return t('picture.wrongKind', { name })
    if (file.size > limits.imageBytes) return t('picture.tooBig', { name, size: bytes(file.size, i18n.language) })
    const bitmap = await createImageBitmap(file).catch(() => undefined)
    if (!bitmap) return t('picture.wrongKind', { name })
    const { width, height } = bitmap
    bitmap.close()
    // The server scales all but gifts' pictures down.
    if (purpose !== 'giftPicture') return undefined
    return Math.max(width, height) > limits.imagePixels ? t('picture.tooWide', { name, width, height }) : undefined
  }
  const send = async (file: File): Promise<string | undefined> => {
    const form = new FormData()
    form.set('file', file)
    setLoading({ name: file.name, share: 0 })
    try {
      const onUpload = (share: number) => setLoading({ name: file.name, share })
      const { fileId, url } = await call(fileUpload, { purpose }, { form, onUpload })
      change([...latest.current, { fileId, url }])
      return undefined
    } catch (error) {
      return t('picture.failed', { name: file.name, why: explain(error)?.text ?? '' })
    }
  }
  const move = (from: number, to: number) => {
    if (to < 0 || to >= value.length || from === to) return
    const next = value.filter((_, at) => at !== from)
    next.splice(to, 0, value[from]!)
    change(next)
  }
  const onKeyDown = (at: number) => (event: KeyboardEvent) => {
    const rtl = document.documentElement.dir === 'rtl' ? -1 : 1
    const by = { ArrowLeft: -rtl, ArrowRight: rtl, ArrowUp: -1, ArrowDown: 1 }[event.key]
    if (event.key === 'Delete' && !readOnly) return change(value.filter((_, index) => index !== at))
    if (by === undefined || readOnly) return
    event.preventDefault()
    move(at, at + by)
    requestAnimationFrame(() => box.current?.querySelectorAll<HTMLElement>('[data-picture]')[at + by]?.focus())
  }
  return (
    <div>
      <Input.Wrapper
        label={props.label}
        description={[
          t(purpose === 'giftPicture' ? 'picture.hint' : 'picture.shrinkHint'),
          value.length > 1 && !readOnly && t('picture.moveHint'),
        ]
          .filter(Boolean)
          .join(' ')}
        labelElement="div"
        mb={6}
      />
      <ul ref={box} className={classes['grid']}>
        {value.map((picture, at) => (
          <li
            key={picture.fileId}
            className={classes['tile']}
            data-dragged={dragged === at || undefined}
            draggable={!readOnly}
            onDragStart={() => setDragged(at)}
            onDragEnd={() => setDragged(undefined)}
            onDragOver={(event) => event.preventDefault()}
            onDrop={(event) => {
              event.preventDefault()
              if (dragged !== undefined) move(dragged, at)
            }}
          >
            <UnstyledButton
              data-picture
              className={classes['picture']}
              aria-label={t('picture.number', { number: at + 1 })}
              onKeyDown={onKeyDown(at)}
            >
              <img src={fileUrl(picture.url)} alt="" draggable={false} />
            </UnstyledButton>
            <span className={classes['number']} aria-hidden>
              {at + 1}
            </span>
            {!readOnly && (
              <ActionIcon
                className={classes['remove']}
                variant="filled"
                color="dark"
                size={18}
                aria-label={t('picture.remove', { number: at + 1 })}
                onClick={() => change(value.filter((_, index) => index !== at))}
              >
                <IconX size={12} />
              </ActionIcon>
            )}
          </li>
        ))}
        {value.length < most && !readOnly && (
          <li>
            <FileButton accept={kinds.join(',')} multiple onChange={(files) => upload(files ?? [])}>
              {(button) => (
                <UnstyledButton
                  {...button}
                  className={classes['add']}
                  disabled={loading !== undefined}
                  onDragOver={(event) => event.preventDefault()}
                  onDrop={(event) => {
                    event.preventDefault()
                    if (dragged === undefined) void upload([...event.dataTransfer.files])
                  }}
                >
                  <IconPhotoPlus size={20} aria-hidden />
                  <span>{t('picture.add')}</span>
                </UnstyledButton>
              )}
            </FileButton>
          </li>
        )}
      </ul>
      {loading && (
        <div aria-live="polite">
          <Text size="xs" c="dimmed" mt={6}>
            {t('picture.uploading', { name: loading.name })}
          </Text>
          <Progress value={loading.share * 100} size="xs" aria-label={t('picture.uploading', { name: loading.name })} />
        </div>
      )}
      {faults.length > 0 && (
        <Alert color="red" role="alert" p="xs" mt={6} style={{ whiteSpace: 'pre-line' }}>
          {faults.join('\n')}
        </Alert>
      )}
      {props.error !== undefined && props.error !== null && (
        <Text size="xs" c="var(--mantine-color-error)" mt={6} role="alert">
          {props.error as string}
        </Text>
      )}
    </div>
  )
}
