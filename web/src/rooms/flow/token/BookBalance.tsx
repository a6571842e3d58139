// An account's balance at a given time.
import { amountIn } from '@greenroom/contract/amounts'
import { flowBalance } from '@greenroom/contract/flow'
import { currencies } from '@greenroom/contract/statesAndKinds'
import { Alert, Button, Group, Select, Stack, Text, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { DrawerProps } from '../../../actions/Drawers.tsx'
import { SideDrawer } from '../../../actions/form/SideDrawer.tsx'
import { call } from '../../../api/call.ts'
import { Amount } from '../../../format/Amount.tsx'
import { Time } from '../../../format/Time.tsx'
import { type Currency, unitOf } from '../../../page/money/ledgerUnits.ts'
import { explain } from '../../../session/messages.ts'
import { Facts } from '../../../ui/Facts.tsx'
import { DateTimeField } from '../../../ui/fields/DateTimeField.tsx'
import { usePurposeOptions } from '../entryOptions.ts'

export default function Balance({ close }: DrawerProps) {
  const { t } = useTranslation('flow')
  const purposes = usePurposeOptions()
  const [owner, setOwner] = useState('')
  const [purpose, setPurpose] = useState('paid')
  const [currency, setCurrency] = useState<Currency>('TOKEN')
  const [atStr, setAt] = useState('')
  // A plain number is a user id.
  const written = owner.trim()
  const key = /^\d+$/.test(written) ? `user:${written}` : written
  const found = useMutation({ mutationFn: () => call(flowBalance, { owner: key, purpose, currency, atStr }) })
  const reset = <V,>(set: (value: V) => void) => {
    return (value: V) => {
      set(value)
      found.reset()
    }
  }
  return (
    <SideDrawer title={t('actions.token.balance')} close={close}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (key) found.mutate()
        }}
      >
        <Stack gap="md">
          <Text c="dimmed">{t('balance.hint')}</Text>
          <TextInput
            label={t('columns.owner')}
            description={t('balance.ownerHint')}
            required
            data-autofocus
            maxLength={40}
            value={owner}
            onChange={(event) => reset(setOwner)(event.currentTarget.value)}
          />
          <Group grow align="flex-start">
            <Select
              label={t('columns.purpose')}
              data={purposes}
              value={purpose}
              allowDeselect={false}
              searchable
              onChange={(value) => reset(setPurpose)(value ?? 'paid')}
            />
            <Select
              label={t('columns.currency')}
              data={currencies.map((value) => ({ value, label: t(`options.currency.${value}`) }))}
              value={currency}
              allowDeselect={false}
              onChange={(value) => reset(setCurrency)((value ?? 'TOKEN') as Currency)}
            />
          </Group>
          <DateTimeField
            label={t('balance.at')}
            description={t('balance.atHint')}
            value={atStr}
            onChange={reset(setAt)}
          />
          <Group>
            <Button type="submit" loading={found.isPending} disabled={key === ''}>
              {t('balance.show')}
            </Button>
          </Group>
          {found.isError && (
            <Alert color="red" role="alert">
              {explain(found.error)?.text}
            </Alert>
          )}
          {found.data && (
            <div aria-live="polite">
              <Facts
                of={[
                  [
                    t('balance.posted'),
                    <Amount key="posted" value={amountIn(found.data.posted)} unit={unitOf[currency]} />,
                  ],
                  [
                    t('columns.reserved'),
                    <Amount key="held" value={amountIn(found.data.reserved)} unit={unitOf[currency]} />,
                  ],
                  [t('balance.entries'), <Amount key="entries" value={found.data.version} unit="number" />],
                  [t('balance.at'), <Time key="at" at={found.data.at} />],
                ]}
              />
            </div>
          )}
        </Stack>
      </form>
    </SideDrawer>
  )
}
