// The same deduction for one or many guilds or anchors: a pasted list of ids, with the reason of each refusal.
import type { Answer } from '@greenroom/contract/call'
import { deductionSave } from '@greenroom/contract/guildMoney'
import { deductionSave as schema } from '@greenroom/contract/guildMoney.schema'
import { readIds } from '@greenroom/contract/pastedIds'
import { deductionsAdded, deductionsAsked } from '@greenroom/contract/sentences/guildMoney'
import { deductionKinds } from '@greenroom/contract/statesAndKinds'
import { Group, Input, NumberInput, SegmentedControl, Select } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { DrawerProps } from '../../../actions/Drawers.tsx'
import { showDone } from '../../../actions/done.tsx'
import { FormDrawer } from '../../../actions/form/FormDrawer.tsx'
import { checkIds, IdsField } from '../../../actions/form/IdsField.tsx'
import { OutcomesDrawer } from '../../../actions/form/OutcomesDrawer.tsx'
import { ReasonField } from '../../../actions/form/ReasonField.tsx'
import { refusalOf } from '../../../actions/refusal.ts'
import { useCurrentList } from '../../../list/currentList.ts'
import { useLabels } from '../../../ui/labels.ts'
import { runningMonday } from '../weeks.ts'
import { WeekField } from './WeekField.tsx'

type Form = { of: string; ids: string; kind: string; usd: number | string; week: string; reason: string }
type Done = Answer<typeof deductionSave>

export default function AddDeductions({ close }: DrawerProps) {
  const { t } = useTranslation('guilds')
  const { label } = useLabels()
  const list = useCurrentList()
  const [done, setDone] = useState<Done>()
  const title = t('actions.deduction.add')
  if (done) return <OutcomesDrawer action={title} idLabel={t('fields.ids')} outcomes={done.outcomes} close={close} />
  const empty: Form = { of: 'anchor', ids: '', kind: 'penalty', usd: '', week: runningMonday(), reason: '' }
  return (
    <FormDrawer<Form, typeof deductionSave>
      title={title}
      close={close}
      draft="guilds.deduction"
      call={deductionSave}
      schema={schema.payload}
      initial={empty}
      payload={({ ids, usd, ...rest }) => ({
        ...rest,
        ids: readIds(ids).ids,
        usdCents: usd === '' ? '' : Math.round(Number(usd) * 100),
      })}
      check={({ ids }) => checkIds(ids)}
      codes={{ 1000002: 'week' }}
      refused={refusalOf('guilds', list.writable || 'readOnly')}
      waiting={({ ids, usd, week }) => {
        const count = readIds(ids).ids.length
        return deductionsAsked({ count, usdCents: count * Math.round(Number(usd) * 100), week })
      }}
      onSaved={(answer, values) => {
        if (answer.outcomes.some(({ ok }) => !ok)) {
          setDone(answer)
          return true
        }
        const usdCents = Math.round(Number(values.usd) * 100)
        showDone(deductionsAdded({ count: answer.outcomes.length, usdCents, week: values.week }), undefined)
        close()
        return true
      }}
    >
      {(form) => (
        <>
          <Input.Wrapper label={t('fields.of')} labelElement="div">
            <SegmentedControl
              fullWidth
              mt={4}
              aria-label={t('fields.of')}
              data={(['anchor', 'guild'] as const).map((value) => ({ value, label: t(`options.of.${value}`) }))}
              value={form.values.of}
              onChange={(value) => form.setFieldValue('of', value)}
            />
          </Input.Wrapper>
          <IdsField
            form={form}
            label={t(form.values.of === 'guild' ? 'fields.guildIds' : 'fields.anchorIds')}
            unknown={[]}
          />
          <Group grow align="flex-start">
            <Select
              label={t('fields.deductionKind')}
              data={deductionKinds.map((value) => ({ value, label: label(`guilds:options.deductionKind.${value}`) }))}
              allowDeselect={false}
              {...form.getInputProps('kind')}
            />
            <NumberInput
              label={t('fields.usdEach')}
              description={t('deduction.limit')}
              required
              min={0}
              decimalScale={2}
              thousandSeparator=","
              suffix=" USD"
              hideControls
              {...form.getInputProps('usd')}
              error={form.errors['usd'] ?? form.errors['usdCents']}
            />
          </Group>
          <WeekField input={form.getInputProps('week')} />
          <ReasonField form={form} />
        </>
      )}
    </FormDrawer>
  )
}
