import type { RecordOf } from '@greenroom/contract/call'
import type { channelList } from '@greenroom/contract/channels'

export type Channel = RecordOf<typeof channelList>
