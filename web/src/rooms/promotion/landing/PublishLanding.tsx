// Chooses the version that visitors see from now on: one, or a split of two.
import type { Answer } from '@greenroom/contract/call'
import { landingInfo, landingPublish } from '@greenroom/contract/landing'
import { landingPublish as schema } from '@greenroom/contract/landing.schema'
import { landingPublished } from '@greenroom/contract/sentences/promotion'
import { Alert, NumberInput, Select } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { DrawerProps } from '../../../actions/Drawers.tsx'
import { FormDrawer } from '../../../actions/form/FormDrawer.tsx'
import { RecordDrawer } from '../../../actions/form/RecordDrawer.tsx'
import { refusalOf } from '../../../actions/refusal.ts'
import { call } from '../../../api/call.ts'

type Found = Answer<typeof landingInfo>
type Form = { a: string; b: string; shareB: number | string }

export default function PublishForm({ rowId, close }: DrawerProps) {
  const { t } = useTranslation('promotion')
  return (
    <RecordDrawer<Found>
      rowId={rowId}
      close={close}
      title={t('actions.landing.publish')}
      alwaysRead
      read={(signal) => call(landingInfo, { id: Number(rowId) }, { signal })}
    >
      {(found) => <Publish found={found} close={close} />}
    </RecordDrawer>
  )
}

function Publish({ found: { landing, versions }, close }: { found: Found; close: () => void }) {
  const { t } = useTranslation(['promotion', 'list'])
  const { id, version, name } = landing
  const numbers = versions.map(({ number }) => ({ value: String(number), label: t('landing.version', { number }) }))
  return (
    <FormDrawer<Form>
      title={t('list:of', { action: t('actions.landing.publish'), name })}
      close={close}
      draft={`promotion.landing.publish:${id}`}
      call={landingPublish}
      schema={schema.payload}
      initial={{ a: numbers[0]!.value, b: '', shareB: '' }}
      payload={({ a, b, shareB }) => ({ id, version, a, b, shareB: b === '' ? '' : shareB })}
      check={({ b, shareB }) => (b !== '' && shareB === '' ? { shareB: t('account.required') } : {})}
      codes={{ 1000002: 'b' }}
      message={({ a, b, shareB }) =>
        landingPublished({ name, a: Number(a), b: b === '' ? null : Number(b), shareB: Number(shareB) })
      }
      refused={refusalOf('promotion', landing.can.publish, 'promotion.landing')}
      submit={t('actions.landing.publish')}
    >
      {(form) => (
        <>
          <Alert color="gray" p="xs">
            {t('landing.newPhase')}
          </Alert>
          <Select label={t('fields.a')} data={numbers} allowDeselect={false} {...form.getInputProps('a')} />
          <Select
            label={t('fields.b')}
            description={t('landing.bHint')}
            data={numbers.filter(({ value }) => value !== form.values.a)}
            clearable
            {...form.getInputProps('b')}
            value={form.values.b || null}
            onChange={(value) => form.setFieldValue('b', value ?? '')}
          />
          {form.values.b !== '' && (
            <NumberInput
              label={t('fields.shareB')}
              required
              min={1}
              max={99}
              suffix="%"
              allowDecimal={false}
              {...form.getInputProps('shareB')}
            />
          )}
        </>
      )}
    </FormDrawer>
  )
}
