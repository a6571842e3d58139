// Notifications in browsers: this one is turned on and off, others are turned off.
import { pushKey, pushList, pushRemove, pushSubscribe } from '@greenroom/contract/told'
import { Badge, Button, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api/call.ts'
import { Time } from '../../../format/Time.tsx'
import { showError, showSuccess, showWarning } from '../../../session/messages.ts'
import { useSend } from '../../../ui/behaviour/useSend.ts'
import { lead } from '../../../ui/labels.ts'
import home from '../Home.module.css'
import { deviceOf } from '../home/device.ts'
import { browserFault, subscribeHere, unsubscribeHere } from './pushHere.ts'
import { browsersKey, toldKey } from './toldKeys.ts'

export function Browsers() {
  const { t } = useTranslation(['security', 'common'])
  const client = useQueryClient()
  const query = useQuery({ queryKey: browsersKey, queryFn: ({ signal }) => call(pushList, {}, { signal }) })
  const { busy, send } = useSend()
  const browsers = query.data?.browsers ?? []
  const here = browsers.some(({ current }) => current)
  const fault = browserFault()
  const changed = () => Promise.all([browsersKey, toldKey].map((queryKey) => client.invalidateQueries({ queryKey })))
  const act = (work: () => Promise<unknown>, done: string) =>
    send(async () => {
      try {
        await work()
        showSuccess(done)
      } catch (error) {
        showError(error)
      }
      await changed()
    })
  const turnOn = async () => {
    if ((await Notification.requestPermission()) !== 'granted') return showWarning(t('browsers.denied'))
    await act(async () => {
      const { publicKey } = await call(pushKey, {})
      await call(pushSubscribe, await subscribeHere(publicKey))
    }, t('browsers.on'))
  }
  return (
    <div className={home.padded}>
      <Text fw={550}>{t('browsers.title')}</Text>
      <Text c="dimmed" mb="xs">
        {t('browsers.text')}
      </Text>
      {fault !== undefined && !here && <Text mb="xs">{t(`browsers.faults.${fault}`)}</Text>}
      {fault === undefined && !here && query.isSuccess && (
        <Button variant="default" loading={busy} onClick={() => void turnOn()}>
          {t('browsers.turnOn')}
        </Button>
      )}
      {browsers.length > 0 && (
        <ul className={home.rows}>
          {browsers.map(({ id, userAgent, since, current }) => {
            const name = deviceOf(userAgent) ?? t('browsers.unknown')
            return (
              <li key={id}>
                <div className={home.what}>
                  <span>{name}</span> {current && <Badge>{t('browsers.this')}</Badge>}
                  <Text size="xs" c="dimmed">
                    {lead(t('browsers.since'))}
                    <Time at={since} brief />
                  </Text>
                </div>
                <Button
                  variant="default"
                  size="compact-xs"
                  aria-label={t('browsers.turnOffOf', { name })}
                  loading={busy}
                  onClick={() =>
                    act(async () => {
                      await call(pushRemove, { id })
                      if (current) await unsubscribeHere()
                    }, t('browsers.off'))
                  }
                >
                  {t('browsers.turnOff')}
                </Button>
              </li>
            )
          })}
        </ul>
      )}
    </div>
  )
}
