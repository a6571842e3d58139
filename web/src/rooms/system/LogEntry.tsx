// One entry of the operation log: who did what from where, before and after, and the block that seals it.
import type { Answer } from '@greenroom/contract/call'
import { headingOf, roomOf } from '@greenroom/contract/record'
import { recordOf } from '@greenroom/contract/records/all'
import { logInfo } from '@greenroom/contract/system'
import { Group, Stack, Text, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { DrawerProps } from '../../actions/Drawers.tsx'
import { ShowRecord } from '../../actions/form/ShowRecord.tsx'
import { call } from '../../api/call.ts'
import { Amount } from '../../format/Amount.tsx'
import { Time } from '../../format/Time.tsx'
import { loadTexts, type Namespace } from '../../i18n/index.ts'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { Code, Facts } from '../../ui/Facts.tsx'
import { label } from '../../ui/labels.ts'
import { DiffView } from '../../ui/values/DiffView.tsx'

type Entry = Answer<typeof logInfo>['entry']

/** The name of a field: a declared record's, of which `names.en` is the English one, else one that only the log has. */
function fieldName(operation: string, path: string): string | undefined {
  const of = recordIn(operation)
  const heading =
    of &&
    headingOf(
      of,
      path.replace(/^(\w+)s\.(en|cn)$/, (_, one, language) => one + (language === 'en' ? 'En' : 'Cn')),
    )
  return (heading ? label(heading) : label([`system:log.fields.${path}`, ''])) || undefined
}

const recordIn = (operation: string) => recordOf(operation.split('.')[0] ?? '')

/** The entry, with the texts of its record's room. */
async function read(id: string, signal: AbortSignal): Promise<Entry> {
  const { entry } = await call(logInfo, { id }, { signal })
  const of = recordIn(entry.operation)
  if (of) await loadTexts([roomOf(of) as Namespace])
  return entry
}

export default function LogEntry({ rowId, close }: DrawerProps) {
  const { t } = useTranslation('system')
  return (
    <ShowRecord<Entry>
      rowId={rowId}
      close={close}
      title={t('log.entry')}
      alwaysRead
      read={(signal) => read(rowId, signal)}
      named={(entry) => `${entry.opName}: ${entry.target || entry.menuName}`}
      width="medium"
    >
      {(entry) => (
        <>
          <Facts
            of={[
              [t('columns.at'), <Time key="at" at={entry.at} />],
              [t('columns.username'), entry.username],
              [t('columns.menuName'), entry.menuName],
              [t('columns.opName'), entry.opName],
              [t('columns.target'), entry.target],
              [t('columns.logContent'), entry.logContent],
              [t('columns.reason'), entry.reason],
              [t('columns.ip'), <Code key="ip">{entry.ip}</Code>],
            ]}
          />
          <Stack gap={6}>
            <Title order={2}>{t('log.changes')}</Title>
            <DiffView
              before={entry.before}
              after={entry.after}
              room="system"
              nameOf={(path) => fieldName(entry.operation, path)}
            />
          </Stack>
          <Stack gap={6}>
            <Title order={2}>{t('log.seal')}</Title>
            <Seal entry={entry} />
          </Stack>
        </>
      )}
    </ShowRecord>
  )
}

function Seal({ entry }: { entry: Entry }) {
  const { t } = useTranslation('system')
  const copied = (text: string, label: string) => (
    <Group gap={4} wrap="nowrap" align="flex-start">
      <Code>{text}</Code>
      <CopyButton text={text} label={label} />
    </Group>
  )
  return (
    <>
      {entry.block === null && <Text c="dimmed">{t('log.unsealed')}</Text>}
      <Facts
        of={[
          ...(entry.block
            ? ([
                [t('log.block'), <Amount key="block" value={entry.block.number} unit="number" />],
                [t('log.hash'), copied(entry.block.hash, t('log.copyHash'))],
                [t('log.sealedAt'), <Time key="sealed" at={entry.block.sealedAt} />],
              ] as const)
            : []),
          [t('columns.id'), copied(entry.id, t('log.copyId'))],
          [t('log.requestId'), <Code key="request">{entry.requestId}</Code>],
        ]}
      />
    </>
  )
}
