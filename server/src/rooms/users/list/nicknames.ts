// How users are found by a part of their nickname.
import { type RawBuilder, sql } from 'kysely'
import { containing, startingWith } from '../../../kit/text.ts'

/** How a part of a nickname is found: along the index of three letters, of two Chinese, Japanese or Korean ones, or by its beginning. */
export type NicknameSearch = 'part' | 'pair' | 'beginning'

/** The trigram index needs three letters or digits in a row. */
const hasPart = /[\p{L}\p{N}]{3}/u
/** As `kit.pairs` has them. */
const hasPair = /[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff\u{20000}-\u{3ffff}]{2}/u

/** How this text is searched in nicknames. */
export function nicknameSearch(text: string): NicknameSearch {
  if (hasPart.test(text)) return 'part'
  return hasPair.test(text) ? 'pair' : 'beginning'
}

/** Users with this text in their nickname, or at its beginning if it is too short for an index: a select of ids, along an index. */
export function nicknamed(text: string): RawBuilder<unknown> {
  const name = text.normalize('NFKC')
  switch (nicknameSearch(name)) {
    case 'part':
      return sql`select user_id as id from users.nickname where name like lower(${containing(name)})`
    case 'pair':
      return sql`select user_id as id from users.nickname
                  where kit.pairs(name) <> '{}' and kit.pairs(name) @> kit.pairs(lower(${name})) and name like lower(${containing(name)})`
    case 'beginning':
      return sql`select id from users.app_user where lower(nickname) like lower(${startingWith(text)})`
  }
}
