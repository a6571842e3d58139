import { version } from '@greenroom/contract/records/system'
import { versionsChanged } from '@greenroom/contract/sentences/system'
import { versionCalls } from '@greenroom/contract/systemRecords'
import { recordScreen } from '../../page/record/recordScreen.tsx'

export default recordScreen({
  of: version,
  calls: versionCalls,
  columns: {
    name: { cell: ({ app, name }) => `${app} ${name}`, width: 180 },
    build: 90,
    mandatory: 110,
    sharePercent: 120,
    description: 280,
    address: 260,
    createdBy: 130,
    createdAt: 165,
    updatedAt: { width: 165, hidden: true },
  },
  name: ({ app, name }) => `${app} ${name}`,
  message: versionsChanged,
})
