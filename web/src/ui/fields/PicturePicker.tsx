// An ordered list of pictures: uploaded one by one, moved by dragging or with the arrow keys; refusals are shown beside them.
import { fileUpload } from '@greenroom/contract/access'
import { limits } from '@greenroom/contract/limits'
import { Alert, FileButton, Input, Progress, Skeleton, Text, UnstyledButton } from '@mantine/core'
import { IconPhotoPlus } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { listed } from '../../format/listed.ts'
import { bytes } from '../../format/number.ts'
import { explain } from '../../session/messages.ts'
import { shrunk } from '../behaviour/shrunk.ts'
import { useLatest } from '../behaviour/useLatest.ts'
import { loadable } from '../loadable.tsx'
import classes from './PicturePicker.module.css'
import type { Picture } from './PictureTiles.tsx'

export type { Picture } from './PictureTiles.tsx'

const PictureTiles = loadable(() => import('./PictureTiles.tsx'), 'PictureTiles')

type Props = {
  purpose: 'giftPicture' | 'avatar' | 'paymentProof' | 'disputeProof' | 'banner' | 'activity' | 'message' | 'landing'
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
  const latest = useLatest(value)

  const upload = async (files: readonly File[]) => {
    setFaults([])
    props.uploading?.(true)
    const room = most - value.length
    const left = files.slice(room)
    if (left.length > 0)
      setFaults([
        t('picture.tooMany', {
          count: most,
          names: listed(
            left.map(({ name }) => name),
            i18n.language,
          ),
        }),
      ])
    for (const chosen of files.slice(0, room)) {
      // A gift's picture is refused rather than changed.
      const file = purpose === 'giftPicture' ? chosen : await shrunk(chosen)
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
    // The server scales down all pictures but gifts'.
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
  const add = (
    <FileButton accept={kinds.join(',')} multiple onChange={(files) => upload(files ?? [])}>
      {(button) => (
        <UnstyledButton
          {...button}
          className={classes['add']}
          disabled={loading !== undefined}
          onDragOver={(event) => event.preventDefault()}
          onDrop={(event) => {
            event.preventDefault()
            void upload([...event.dataTransfer.files])
          }}
        >
          <IconPhotoPlus size={20} aria-hidden />
          <span>{t('picture.add')}</span>
        </UnstyledButton>
      )}
    </FileButton>
  )
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
      <Suspense fallback={<Skeleton h={84} w={92} mt={6} />}>
        <PictureTiles
          pictures={value}
          readOnly={readOnly}
          change={change}
          last={value.length < most && !readOnly && add}
        />
      </Suspense>
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
