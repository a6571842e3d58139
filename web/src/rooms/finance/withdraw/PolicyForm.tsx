// A new payout policy, or a change of one. A second member of staff approves it.
import { policyList, policySave, policyUpdate } from '@greenroom/contract/policies'
import { policySave as saveSchema, policyUpdate as updateSchema } from '@greenroom/contract/policies.schema'
import { policyChanged } from '@greenroom/contract/sentences/payouts'
import { payoutAccountKinds, policyPayees, policyRules } from '@greenroom/contract/statesAndKinds'
import { Alert, Checkbox, Group, NumberInput, SegmentedControl, Text, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { ReasonField } from '../../../actions/form/ReasonField.tsx'
import { type RecordFields, recordForm } from '../../../actions/form/recordForm.tsx'
import { call } from '../../../api/call.ts'
import { useLabels } from '../../../ui/labels.ts'
import type { Policy } from './policyView.tsx'

type Typed = number | string
type Form = {
  policyId?: number
  version?: number
  name: string
  rule: Policy['rule']
  payees: string[]
  hours: Typed
  mostCount: Typed
  mostUsd: Typed
  mostPercent: Typed
  kinds: string[]
  leastHours: Typed
  mostUsers: Typed
  reason: string
}

const empty: Form = {
  name: '',
  rule: 'velocity',
  payees: ['user'],
  hours: 24,
  mostCount: '',
  mostUsd: '',
  mostPercent: 100,
  kinds: [...payoutAccountKinds],
  leastHours: '',
  mostUsers: '',
  reason: '',
}

const set = (value: Typed): number | undefined => (value === '' ? undefined : Number(value))

/** The form's fields that the rule uses. */
function settingsOf(form: Form) {
  if (form.rule === 'share') return { rule: form.rule, mostPercent: Number(form.mostPercent) }
  if (form.rule === 'velocity')
    return { rule: form.rule, hours: Number(form.hours), mostCount: set(form.mostCount), mostUsd: set(form.mostUsd) }
  return { rule: form.rule, kinds: form.kinds, leastHours: set(form.leastHours), mostUsers: set(form.mostUsers) }
}

/** The settings as fields; a limit that is not set is an empty field. */
function typed(settings: Policy['settings']): Partial<Form> {
  if (settings.rule === 'share') return { rule: settings.rule, mostPercent: settings.mostPercent }
  if (settings.rule === 'velocity') {
    const { rule, hours, mostCount = '', mostUsd = '' } = settings
    return { rule, hours, mostCount, mostUsd }
  }
  const { rule, kinds, leastHours = '', mostUsers = '' } = settings
  return { rule, kinds, leastHours, mostUsers }
}

export default recordForm<Policy, Form>({
  thing: 'finance.policy',
  read: async (id, options) =>
    (await call(policyList, { size: 200 }, options)).records.find((one) => String(one.policyId) === id),
  toForm: ({ policyId, version, name, settings, payees }) => ({
    ...empty,
    policyId,
    version,
    name,
    payees: [...payees],
    ...typed(settings),
  }),
  nameOf: ({ name }) => name,
  update: [policyUpdate, updateSchema],
  save: [policySave, saveSchema],
  empty: () => empty,
  payload: (form) => ({
    ...(form.policyId !== undefined && { policyId: form.policyId, version: form.version }),
    name: form.name,
    settings: settingsOf(form),
    // A share is of users' bonus.
    payees: form.rule === 'share' ? ['user'] : form.payees,
    reason: form.reason,
  }),
  codes: { 10027: 'name' },
  message: ({ name }, verb) => policyChanged('request', name, verb),
  Fields: PolicyFields,
})

function PolicyFields({ form }: RecordFields<Policy, Form>) {
  const { t } = useTranslation('finance')
  const { label } = useLabels()
  const { rule } = form.values
  const number = (
    field: 'hours' | 'mostCount' | 'mostUsd' | 'mostPercent' | 'leastHours' | 'mostUsers',
    description?: string,
  ) => (
    <NumberInput
      key={field}
      label={t(`policy.fields.${field}`)}
      description={description}
      // Below the field, so that it stays level with the one beside it.
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      min={1}
      hideControls
      allowDecimal={false}
      {...form.getInputProps(field)}
    />
  )
  return (
    <>
      <Alert color="gray">{t('policy.hint')}</Alert>
      <TextInput label={t('policy.name')} required maxLength={60} data-autofocus {...form.getInputProps('name')} />
      <SegmentedControl
        aria-label={t('columns.rule')}
        data={policyRules.map((value) => ({ value, label: label(`finance:options.rule.${value}`) }))}
        {...form.getInputProps('rule')}
      />
      {rule === 'share' ? (
        <Text size="sm" c="dimmed">
          {t('policy.shareHint')}
        </Text>
      ) : (
        <Checkbox.Group label={t('policy.fields.payees')} {...form.getInputProps('payees')}>
          <Group mt={6}>
            {policyPayees.map((payee) => (
              <Checkbox key={payee} value={payee} label={label(`finance:options.payee.${payee}`)} />
            ))}
          </Group>
        </Checkbox.Group>
      )}
      {rule === 'velocity' && (
        <Group grow align="flex-start">
          {number('hours')}
          {number('mostCount')}
          {number('mostUsd')}
        </Group>
      )}
      {rule === 'share' && number('mostPercent')}
      {rule === 'destination' && (
        <>
          <Checkbox.Group label={t('policy.fields.kinds')} {...form.getInputProps('kinds')}>
            <Group mt={6}>
              {payoutAccountKinds.map((kind) => (
                <Checkbox key={kind} value={kind} label={label(`finance:options.method.${kind.replace('.', '_')}`)} />
              ))}
            </Group>
          </Checkbox.Group>
          <Group grow align="flex-start">
            {number('leastHours')}
            {number('mostUsers', t('policy.mostUsersHint'))}
          </Group>
        </>
      )}
      {form.errors['settings'] && (
        <Alert color="red" role="alert">
          {form.errors['settings']}
        </Alert>
      )}
      <ReasonField form={form} />
    </>
  )
}
