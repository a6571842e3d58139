// One fact of a request in words: by its format, never by the name of its field.
import { partyIn, partyKinds } from '@greenroom/contract/approvalRisk'
import type { Format, Shown } from '@greenroom/contract/approvals'
import type { ReasonKey } from '@greenroom/contract/reasons'
import { Children, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Amount, type units } from '../../../format/Amount.tsx'
import { percent } from '../../../format/number.ts'
import { Time } from '../../../format/Time.tsx'
import { reasonOf } from '../../../session/refusalReasons.ts'
import { Code } from '../../../ui/Facts.tsx'
import { label } from '../../../ui/labels.ts'
import { Tokens } from '../../../ui/Tokens.tsx'
import { useMenuName } from '../../../ui/useMenuName.ts'
import { type Detail, Who } from './RequestPerson.tsx'
import classes from './requestView.module.css'

const shownUsers = 20

const amounts: Partial<Record<Format, keyof typeof units>> = {
  usdCents: 'usd',
  usdMicros: 'usdMicros',
  usdtMicros: 'usdt',
  bonus: 'bonus',
  number: 'number',
}

export const isNothing = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)

const wordOf = (of: string, value: unknown): string =>
  label(`approvals:words.${of}.${String(value).replace(/[ .]/g, '_')}`)

/** Values one after the other, with a comma between. */
const inLine = (of: ReactNode[]) => Children.toArray(of).flatMap((one, at) => (at > 0 ? [', ', one] : [one]))

type Props = { shown: Exclude<Shown, { lines: unknown } | { inside: unknown }>; value: unknown; detail: Detail }

export function Value({ shown, value, detail }: Props) {
  const { t, i18n } = useTranslation('approvals')
  if (isNothing(value)) return <span>{t('view.nothing')}</span>
  if (typeof shown === 'object') return inLine([value].flat().map((one) => wordOf(shown.words, one)))
  const unit = amounts[shown]
  if (unit !== undefined) return <Amount value={Number(value)} unit={unit} />
  const party = partyKinds.find((kind) => kind === shown)
  if (party !== undefined) return <Who detail={detail} kind={party} id={Number(value)} />
  const text = String(value)
  switch (shown) {
    case 'tokens':
      return <Tokens amount={Number(value)} />
    case 'usd':
      return <Amount value={Number(value) * 100} unit="usd" />
    case 'basisPoints':
      return <bdi dir="ltr">{percent(Number(value), i18n.language)}</bdi>
    case 'hours':
      return <span>{t('view.hours', { count: Number(value) })}</span>
    case 'time':
      return <Time at={text} />
    case 'flag':
      return <span>{t(value === true ? 'view.yes' : 'view.no')}</span>
    case 'reason':
      return <span>{reasonOf({ reason: text as ReasonKey })}</span>
    case 'list':
      return inLine([value].flat().map((one) => <bdi key={String(one)}>{String(one)}</bdi>))
    case 'menus':
      return inLine([value].flat().map((one) => <Menu key={String(one)} of={String(one)} />))
    case 'users': {
      const ids = [value].flat().map(Number)
      const more = ids.length - shownUsers
      return (
        <span style={{ display: 'flex', flexWrap: 'wrap', gap: 8 }}>
          {ids.slice(0, shownUsers).map((id) => (
            <Who key={id} detail={detail} kind="user" id={id} />
          ))}
          {more > 0 && <span>{t('view.moreLines', { count: more })}</span>}
        </span>
      )
    }
    case 'party': {
      const found = partyIn(text)
      return found ? <Who detail={detail} kind={found.kind} id={found.id} /> : <bdi>{text}</bdi>
    }
    case 'account': {
      const [, method = '', last = ''] = /^(.+) (….+)$/.exec(text) ?? []
      return method === '' ? (
        <bdi>{text}</bdi>
      ) : (
        <span>
          {wordOf('method', method)}{' '}
          <bdi dir="ltr" className={classes['whole']}>
            {last}
          </bdi>
        </span>
      )
    }
    case 'code':
      return <Code>{text}</Code>
    default:
      return <bdi>{text}</bdi>
  }
}

function Menu({ of }: { of: string }) {
  return <span>{useMenuName(of)}</span>
}
