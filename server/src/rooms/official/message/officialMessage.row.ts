// A message's row, and the contents of its commands.
import type { CommandData } from '@greenroom/contract/bridgeCommands.schema'
import { textFor } from '@greenroom/contract/localized'
import type { Audience, Texts } from '@greenroom/contract/messages.schema'
import type { Selectable } from 'kysely'
import { fileAddress, uploadedFor } from '../../../files/index.ts'
import type { DB, Reader, Transaction } from '../../../kit/database/database.ts'
import type { MessageType } from './officialMessage.rules.ts'

export type MessageRow = Selectable<DB['official.message']>

/** The subject of the message's commands. */
export const subjectOf = (messageId: number) => `message:${messageId}`

export const textsOf = (row: Pick<MessageRow, 'texts'>) => row.texts as NonNullable<Texts>

export const audienceOf = ({ audience, ids }: Pick<MessageRow, 'audience' | 'ids'>): Audience =>
  ids === null ? (audience as Audience) : { userType: 'ids', ids: ids.map(Number) }

export const lockMessage = (tx: Transaction, id: number): Promise<MessageRow | undefined> =>
  tx.selectFrom('official.message').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

/** The contents of the message's commands, by language, without recipients. `fileUrl` is the base of uploaded files. */
export async function contentOf(
  reader: Reader,
  message: MessageRow,
  fileUrl: string,
): Promise<(language: string) => Omit<CommandData<'message.send'>, 'userIds' | 'messageId'>> {
  const { picture_id, account_id } = message
  const [mimes, account] = await Promise.all([
    uploadedFor(reader, ['message'], picture_id ? [picture_id] : []),
    account_id === null
      ? undefined
      : reader.selectFrom('official.account').select('user_id').where('id', '=', account_id).executeTakeFirst(),
  ])
  return (language) => {
    const { title, text } = textFor(textsOf(message), language)!
    return {
      type: message.type as MessageType,
      title,
      text,
      ...(message.type.includes('link') && { link: message.link }),
      ...(picture_id && { pictureUrl: fileAddress(fileUrl, picture_id, mimes.get(picture_id)) }),
      ...(message.not_after && { notAfter: message.not_after.toISOString() }),
      ...(account && { senderUserId: Number(account.user_id) }),
    }
  }
}
