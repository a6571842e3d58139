// Sends a large file in parts, and shows the progress.
import type { Answer, AnyCall } from '@greenroom/contract/call'
import { Button, Group, Progress } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call, isRefused } from '../../api/call.ts'
import { inFull } from '../../session/messages.ts'
import { Fault } from '../../ui/Fault.tsx'
import { useFormWait } from './FormDrawer.tsx'

/**
 * Sends the file's parts one after another.
 *
 * @param onProgress receives the progress, from 0 to 1.
 * @returns the answer to the last part.
 */
export async function sendParts<C extends AnyCall>(
  to: C,
  payload: object,
  file: File,
  bytes: number,
  onProgress: (share: number) => void,
): Promise<Answer<C>> {
  const parts = Math.max(1, Math.ceil(file.size / bytes))
  let answer: Answer<C> | undefined
  for (let number = 0; number < parts; number++) {
    const form = new FormData()
    form.set('file', file.slice(number * bytes, (number + 1) * bytes), file.name)
    // biome-ignore lint: each part follows the one before
    // What is common to the calls that take a file in parts.
    answer = (await call(to, { ...payload, number, last: number === parts - 1 } as never, { form })) as Answer<C>
    onProgress((number + 1) / parts)
  }
  return answer!
}

/** The upload's progress; the form waits in the meantime. */
function Uploading({ share, label }: { share: number | undefined; label: string }) {
  const wait = useFormWait()
  const sending = share !== undefined
  useEffect(() => {
    wait(sending)
    return () => wait(false)
  }, [wait, sending])
  if (share === undefined) return null
  return <Progress value={share * 100} size="lg" aria-label={label} />
}

/**
 * What a form uploads once it is saved, a file or several; `state` shows progress and failure. What was interrupted is sent again, where parts
 * that arrived are known; what was refused is not.
 *
 * @param label the accessible name of the progress
 */
export function useUpload<Chosen = File>(label: string) {
  const [file, setFile] = useState<Chosen | null>(null)
  const [share, setShare] = useState<number>()
  const { t } = useTranslation('common')
  const [fault, setFault] = useState('')
  const [again, setAgain] = useState<() => void>()
  const upload = (send: (file: Chosen, onProgress: (share: number) => void) => Promise<void>): void => {
    if (!file) return
    setShare(0)
    setFault('')
    setAgain(undefined)
    send(file, setShare).catch((error: unknown) => {
      setShare(undefined)
      setFault(inFull(error))
      if (!isRefused(error)) setAgain(() => () => upload(send))
    })
  }
  const state = (
    <>
      <Uploading share={share} label={label} />
      <Fault text={fault} />
      {again && (
        <Group>
          <Button variant="default" size="compact-sm" onClick={again}>
            {t('retry')}
          </Button>
        </Group>
      )}
    </>
  )
  return { file, setFile, upload, state }
}
