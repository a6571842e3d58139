import type { Answer, RecordOf } from '@greenroom/contract/call'
import {
  promoterAccountSave as accountFormCall,
  promoterInfo,
  promoterList,
  promoterSave,
  promoterUpdate,
} from '@greenroom/contract/channels'
import {
  promoterSave as saveSchema,
  promoterAccountSave as schema,
  promoterUpdate as updateSchema,
} from '@greenroom/contract/channels.schema'
import { promotersChanged } from '@greenroom/contract/sentences/promotion'
import { Anchor, Button, Textarea, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { DrawerProps } from '../../../actions/Drawers.tsx'
import { accountForm } from '../../../actions/form/accountForm.tsx'
import { type RecordFields, recordForm } from '../../../actions/form/recordForm.tsx'
import { SideDrawer } from '../../../actions/form/SideDrawer.tsx'
import { call } from '../../../api/call.ts'
import { Amount } from '../../../format/Amount.tsx'
import { filtersOf, text } from '../../../list/filters.ts'
import { Panel, type PanelColumn } from '../../../page/Panel.tsx'
import { useSession } from '../../../session/session.ts'
import { drawerHref } from '../promotionView.tsx'

export const AccountForm = accountForm({
  room: 'promotion',
  thing: 'promoter',
  draft: 'promotion.account',
  call: accountFormCall,
  schema,
  payee: 'id',
})

// The form of a new promoter, or of a promoter's name and remark.
type EditedPromoter = Answer<typeof promoterInfo>['promoter']
type Form = { id?: number; version?: number; name: string; remark: string }

export const AddPromoter = recordForm<EditedPromoter, Form>({
  thing: 'promotion.promoter',
  read: async (id, options) => (await call(promoterInfo, { id: Number(id) }, options)).promoter,
  toForm: ({ id, version, name, remark }) => ({ id, version, name, remark }),
  nameOf: ({ name }) => name,
  update: [promoterUpdate, updateSchema],
  save: [promoterSave, saveSchema],
  empty: () => ({ name: '', remark: '' }),
  codes: { 1000002: 'name' },
  message: ({ name }, verb) => promotersChanged([{ name }], verb),
  Fields,
})

function Fields({ form }: RecordFields<EditedPromoter, Form>) {
  const { t } = useTranslation('promotion')
  return (
    <>
      <TextInput label={t('fields.name')} required data-autofocus maxLength={60} {...form.getInputProps('name')} />
      <Textarea label={t('fields.remark')} autosize minRows={2} maxLength={500} {...form.getInputProps('remark')} />
    </>
  )
}

type Promoter = RecordOf<typeof promoterList>

const filters = filtersOf({ q: text({ most: 60 }) })

const columns: PanelColumn<Promoter>[] = [
  {
    id: 'promoter',
    cell: (row) => (
      <Anchor component={Link} to={drawerHref('promoter', row.id)}>
        <bdi>{row.name}</bdi>
      </Anchor>
    ),
  },
  { id: 'channels', cell: (row) => <Amount value={row.channels} unit="number" />, align: 'end' },
  { id: 'payable', cell: (row) => <Amount value={row.payableCents} unit="usd" />, align: 'end' },
]

/** All promoters; opened from the list of channels. */
export function Promoters({ close }: DrawerProps) {
  const { t } = useTranslation('promotion')
  const { may } = useSession()
  return (
    <SideDrawer title={t('promoter.all')} close={close} width="medium">
      <Panel
        call={promoterList}
        owner={{}}
        room="promotion"
        title={t('promoter.all')}
        columns={columns}
        rowKey={(row) => String(row.id)}
        filters={filters}
        empty={t('promoter.none')}
        extra={
          may('promotion.channel', 'write') && (
            <Button component={Link} size="compact-sm" to="?drawer=addPromoter">
              {t('actions.promoter.add')}
            </Button>
          )
        }
      />
    </SideDrawer>
  )
}
