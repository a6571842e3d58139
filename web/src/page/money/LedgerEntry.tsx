// Shared parts that show entries.
import { Text } from '@mantine/core'
import { Link } from 'react-router'
import { Amount } from '../../format/Amount.tsx'
import { Code } from '../../ui/Facts.tsx'
import { useLabels } from '../../ui/labels.ts'
import { type Currency, kindName, unitOf } from './ledgerUnits.ts'

/** Credits have a sign as well as a colour: never by colour alone. */
export function Signed({ amount, currency }: { amount: number; currency: Currency }) {
  if (amount === 0)
    return (
      <Text component="span" c="dimmed">
        {'–'}
      </Text>
    )
  return (
    <span style={amount > 0 ? { color: 'var(--mantine-color-teal-text)' } : undefined}>
      {amount > 0 && '+'}
      <Amount value={amount} unit={unitOf[currency]} />
    </span>
  )
}

/** `user:42` as a link to the user's page; other owners as text. */
export function Owner({ owner }: { owner: string }) {
  const userId = /^user:(\d+)$/.exec(owner)?.[1]
  if (userId === undefined) return <Code>{owner}</Code>
  return (
    <Link to={`/user/detail/${userId}`}>
      <Code>{userId}</Code>
    </Link>
  )
}

export function Purpose({ purpose }: { purpose: string }) {
  const { label, has } = useLabels()
  const key = `flow:purposes.${purpose.replaceAll('.', '_')}`
  return has(key) ? label(key) : purpose
}

export function Kind({ kind }: { kind: string }) {
  useLabels()
  return kindName(kind)
}

/** Who caused a transfer: a member of staff by name, the app and the platform in words, which client of the bridge on hover. */
export function Actor({ actor }: { actor: string }) {
  const { label } = useLabels()
  if (actor.startsWith('app ')) return <span title={actor.slice(4)}>{label('flow:actors.app')}</span>
  return actor === 'system' ? label('flow:actors.platform') : <bdi>{actor}</bdi>
}
