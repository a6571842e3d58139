// What entries of the ledger were for, by their reference: which gift, call or broadcast, and who was on the other side.
import type { RecordOf } from '@greenroom/contract/call'
import type { userEntryList } from '@greenroom/contract/flow'
import { anyOf } from '../../../kit/database/anyOf.ts'
import type { Reader } from '../../../kit/database/database.ts'
import { isUuid } from '../../../kit/random.ts'
import { ownersBeside, userOf } from '../../../ledger/index.ts'
import { giftNamesOf } from '../../official/index.ts'
import { peopleOf } from '../../users/index.ts'

type Cause = NonNullable<RecordOf<typeof userEntryList>['cause']>

/** The ids in references of one kind: `gift <id>`, `call <id>`, `live <id>`. */
const idsIn = (references: readonly string[], kind: string): string[] => [
  ...new Set(references.filter((one) => one.startsWith(`${kind} `)).map((one) => one.slice(kind.length + 1))),
]

/** Who is on the other side of paid texts, which are kept nowhere but in the ledger. */
async function textsOf(reader: Reader, userId: bigint, references: readonly string[]) {
  const found = references.length === 0 ? [] : await ownersBeside(reader, `user:${userId}`, references)
  return found.flatMap(({ reference, owner }) => {
    const id = userOf(owner)
    return id === undefined ? [] : [[reference, BigInt(id)] as const]
  })
}

/**
 * The causes of a user's entries, by reference; other references are left out. Four queries by key, however many entries.
 *
 * @param userId whose entries: the person of a cause is the other one.
 */
export async function causesOf(
  reader: Reader,
  userId: bigint,
  references: readonly string[],
): Promise<ReadonlyMap<string, Cause>> {
  const giftIds = idsIn(references, 'gift').filter(isUuid)
  const callIds = idsIn(references, 'call')
  const liveIds = idsIn(references, 'live')
  const texts = [...new Set(references.filter((one) => one.startsWith('text ')))]
  const [gifts, calls, lives, written] = await Promise.all([
    giftIds.length === 0
      ? []
      : reader
          .selectFrom('live.gift')
          .select(['id', 'sender_id', 'receiver_id', 'gift_id', 'count', 'call_id', 'live_id'])
          .where('id', '=', anyOf(giftIds))
          .execute(),
    callIds.length === 0
      ? []
      : reader
          .selectFrom('live.call')
          .select(['id', 'caller_id', 'callee_id'])
          .where('id', '=', anyOf(callIds))
          .execute(),
    liveIds.length === 0
      ? []
      : reader.selectFrom('live.session').select(['id', 'user_id']).where('id', '=', anyOf(liveIds)).execute(),
    textsOf(reader, userId, texts),
  ])
  const other = (one: bigint | null, two: bigint | null) => (one === userId ? two : one)
  const found = [
    ...gifts.map((row) => ({
      reference: `gift ${row.id}`,
      personId: other(row.sender_id, row.receiver_id),
      gift: { giftId: row.gift_id, count: row.count },
      callId: row.call_id,
      liveId: row.live_id,
    })),
    ...calls.map(({ id, caller_id, callee_id }) => ({
      reference: `call ${id}`,
      personId: other(caller_id, callee_id),
      gift: null,
      callId: id,
      liveId: null,
    })),
    // A broadcaster's own entry has nobody on the other side: many paid for it.
    ...lives.map(({ id, user_id }) => ({
      reference: `live ${id}`,
      personId: other(user_id, null),
      gift: null,
      callId: null,
      liveId: id,
    })),
    ...written.map(([reference, personId]) => ({ reference, personId, gift: null, callId: null, liveId: null })),
  ]
  const [people, names] = await Promise.all([
    peopleOf(
      reader,
      found.map(({ personId }) => personId),
    ),
    giftNamesOf(
      reader,
      gifts.map(({ gift_id }) => gift_id),
    ),
  ])
  return new Map(
    found.map(({ reference, personId, gift, callId, liveId }): [string, Cause] => [
      reference,
      {
        person:
          personId === null
            ? null
            : (people.get(personId) ?? { userId: Number(personId), nickname: '', avatarUrl: '' }),
        gift: gift && { ...gift, giftNames: names.get(gift.giftId) ?? null },
        callId,
        liveId,
      },
    ]),
  )
}
