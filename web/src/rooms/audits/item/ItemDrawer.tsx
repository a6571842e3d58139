// One item with all its decisions, and the permitted changes.
import { auditItemInfo } from '@greenroom/contract/audits'
import type { Answer } from '@greenroom/contract/call'
import { nameOf } from '@greenroom/contract/sentences/words'
import { Button, Group, Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Action } from '../../../actions/action.ts'
import type { DrawerProps } from '../../../actions/Drawers.tsx'
import { RecordDrawer } from '../../../actions/form/RecordDrawer.tsx'
import { SideDrawer } from '../../../actions/form/SideDrawer.tsx'
import { refusalOf } from '../../../actions/refusal.ts'
import { useRunAction } from '../../../actions/useRunAction.tsx'
import { call } from '../../../api/call.ts'
import { machineLabel } from '../../../format/codeNames.ts'
import { Time } from '../../../format/Time.tsx'
import { Code, Facts } from '../../../ui/Facts.tsx'
import { Listed } from '../../../ui/Labelled.tsx'
import { label, lead } from '../../../ui/labels.ts'
import { PersonLink } from '../../../ui/PersonLink.tsx'
import { Story } from '../../../ui/Story.tsx'
import { Score } from '../../../ui/values/Score.tsx'
import { refusedProps, WhyNot } from '../../../ui/WhyNot.tsx'
import { ItemPictures } from './ItemPictures.tsx'
import { State } from './ItemState.tsx'
import classes from './item.module.css'
import { failItem, itemIdIn, passItem } from './itemActions.ts'
import type { OfItem } from './ofItem.ts'

// An item's history: decisions and appeals, newest first.
type Info = Answer<typeof auditItemInfo>

function History({ decisions, appeals }: Pick<Info, 'decisions' | 'appeals'>) {
  const { t } = useTranslation('audits')
  const lines = [
    ...decisions.map((one) => ({
      at: one.decidedAt,
      what: <State is={one.decision} />,
      by: one.decidedBy,
      more: t(`options.purpose.${one.purpose}`),
      details: (
        <>
          {one.reason !== '' && (
            <p>
              {lead(t('log.sent'))}
              <bdi>{one.reason}</bdi>
            </p>
          )}
          {one.note !== '' && (
            <p>
              {lead(t('log.noted'))}
              <bdi>{one.note}</bdi>
            </p>
          )}
        </>
      ),
    })),
    ...appeals.map((one) => ({
      at: one.appealedAt,
      what: t(one.state === 'processed' ? 'log.appealAnswered' : 'log.appealWaits'),
      details: (
        <p>
          <bdi>{one.text}</bdi>
        </p>
      ),
    })),
  ].toSorted((one, other) => other.at.localeCompare(one.at))
  return <Story title={t('log.history')} none={t('log.noHistory')} of={lines} />
}

export default function ItemDrawer({ rowId, close }: DrawerProps) {
  const { t } = useTranslation('audits')
  const read = (signal: AbortSignal) => call(auditItemInfo, { itemId: itemIdIn(rowId) }, { signal })
  return (
    <RecordDrawer<Info> rowId={rowId} close={close} title={t('log.item')} alwaysRead read={read}>
      {(info) => (
        <SideDrawer
          title={t('log.itemOf', {
            kind: t(`options.kind.${info.item.kind}`),
            name: nameOf({ id: info.item.user.userId, nickname: info.item.user.nickname }),
          })}
          close={close}
          width="medium"
        >
          <Item rowId={rowId} {...info} />
        </SideDrawer>
      )}
    </RecordDrawer>
  )
}

function Item({ rowId, item, decisions, appeals, can }: Info & { rowId: string }) {
  const { t } = useTranslation('audits')
  const row: OfItem = {
    reviewId: rowId.slice(item.itemId.length + 1),
    itemId: item.itemId,
    kind: item.kind,
    user: item.user,
    labels: item.labels,
    can: { fail: can.fail ?? 'other', pass: can.pass ?? 'other' },
  }
  return (
    <Stack gap="lg">
      <ItemPictures of={item} />
      {item.text !== '' && (
        <blockquote className={classes['text']}>
          <bdi>{item.text}</bdi>
        </blockquote>
      )}
      <Facts
        of={[
          [t('columns.user'), <PersonLink key="user" person={item.user} />],
          [t('columns.stateNow'), <State key="state" is={item.state} />],
          [t('columns.submittedAt'), <Time key="at" at={item.submittedAt} />],
          [t('columns.score'), <Score key="score" score={item.score} />],
          [t('columns.labels'), <Listed key="labels" of={item.labels.map(machineLabel)} />],
          [t('columns.itemId'), <Code key="id">{item.itemId}</Code>],
        ]}
      />
      <Group gap="xs">
        <Act action={passItem} row={row} />
        <Act action={failItem} row={row} />
      </Group>
      <History decisions={decisions} appeals={appeals} />
    </Stack>
  )
}

function Act({ action, row }: { action: Action<OfItem>; row: OfItem }) {
  const run = useRunAction()
  const may = action.may(row)
  const reason = refusalOf('audits', may, action.id)
  return (
    <WhyNot reason={reason}>
      <Button
        variant={action.danger ? 'light' : 'default'}
        {...(action.danger && { color: 'red' })}
        leftSection={<action.icon size={15} aria-hidden />}
        {...(reason !== undefined && refusedProps)}
        onClick={() => run(action, [row])}
      >
        {label(action.id.replace('.', ':actions.'))}
      </Button>
    </WhyNot>
  )
}
