import type { RecordOf } from '@greenroom/contract/call'
import type { paramList } from '@greenroom/contract/system'
import { Group } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Tag } from '../../../ui/StatusBadge.tsx'

/** A parameter's flags; a pending change links to its approval. */
export function ParamFlags({ param }: { param: RecordOf<typeof paramList> }) {
  const { t } = useTranslation('system')
  return (
    <Group gap={4} wrap="nowrap" h="100%">
      {param.pendingApprovalId !== null && (
        <Link to={`/sys/approval?drawer=show:${param.pendingApprovalId}`} tabIndex={-1}>
          <Tag tone="waiting">{t('tags.waits')}</Tag>
        </Link>
      )}
      {param.sensitive && <Tag tone="info">{t('tags.sensitive')}</Tag>}
      {param.frontEndNeeded && <Tag>{t('tags.frontEnd')}</Tag>}
      {!param.editable && <Tag>{t('tags.fixed')}</Tag>}
      {!param.builtIn && <Tag>{t('tags.own')}</Tag>}
    </Group>
  )
}
