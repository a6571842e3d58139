// The facts of a request, from what its kind declares: what stays or is given, then what changes from what to what.
import { approvalViews, type Fields, type Shown } from '@greenroom/contract/approvals'
import type { RecordOf } from '@greenroom/contract/call'
import type { approvalList } from '@greenroom/contract/system'
import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Facts } from '../../../ui/Facts.tsx'
import { useLabels } from '../../../ui/labels.ts'
import { ShortTable } from '../../../ui/ShortTable.tsx'
import ui from '../../../ui/ui.module.css'
import { same } from '../../../ui/values/diff.ts'
import type { Written } from '../../../ui/values/written.ts'
import type { Detail } from './RequestPerson.tsx'
import { isNothing, Value } from './RequestValue.tsx'

export type Approval = RecordOf<typeof approvalList>

type Values = Readonly<Record<string, unknown>>
type Plain = Exclude<Shown, { lines: unknown } | { inside: unknown }>
type Fact = { name: string; shown: Shown; before: unknown; after: unknown; changed: boolean }

const valuesOf = (value: unknown): Values => (typeof value === 'object' && value !== null ? (value as Values) : {})

/** The facts that a reader decides by; a thing inside gives its own. A fact that only one side has is given, not changed. */
function factsOf(fields: Fields, before: unknown, after: unknown): Fact[] {
  const [was, is] = [valuesOf(before), valuesOf(after)]
  return Object.entries(fields).flatMap(([name, shown]): Fact[] => {
    if (shown === 'hidden') return []
    if (typeof shown === 'object' && 'inside' in shown) return factsOf(shown.inside, was[name], is[name])
    const both = Object.hasOwn(was, name) && Object.hasOwn(is, name)
    const value = Object.hasOwn(is, name) ? is[name] : was[name]
    if (!both && isNothing(value)) return []
    const isList = typeof shown === 'object' && 'lines' in shown
    return [{ name, shown, before: was[name], after: value, changed: both && !isList && !same(was[name], is[name]) }]
  })
}

export function Request({ one, detail }: { one: Approval; detail: Detail }) {
  const { t } = useTranslation('approvals')
  const { label } = useLabels()
  const facts = factsOf(approvalViews[one.kind].fields, one.before, one.after)
  if (facts.length === 0) return <Text c="dimmed">{t('view.none')}</Text>
  const nameOf = (name: string) => label(`approvals:fields.${name}`)
  const given = facts.filter(({ changed, after, shown }) => !changed && !isNothing(after) && !isLines(shown))
  const changes = facts.filter(({ changed }) => changed)
  return (
    <>
      {changes.length > 0 && <Changes of={changes} nameOf={nameOf} detail={detail} />}
      {given.length > 0 && (
        <Facts
          of={given.map(({ name, shown, after }) => [
            nameOf(name),
            <Value key={name} shown={shown as Plain} value={after} detail={detail} />,
          ])}
        />
      )}
      {facts.flatMap(({ name, shown, before, after }) =>
        isLines(shown) && Array.isArray(after) && after.length > 0 ? (
          <Lines
            key={name}
            label={nameOf(name)}
            fields={shown.lines}
            before={Array.isArray(before) ? before : []}
            after={after}
            nameOf={nameOf}
            detail={detail}
          />
        ) : (
          []
        ),
      )}
    </>
  )
}

const isLines = (shown: Shown): shown is { lines: Fields } => typeof shown === 'object' && 'lines' in shown

type Naming = { nameOf: (name: string) => string; detail: Detail }

function Changes({ of, nameOf, detail }: Naming & { of: readonly Fact[] }) {
  const { t } = useTranslation('approvals')
  return (
    <table className={ui['diff']}>
      <thead>
        <tr>
          <td />
          <th scope="col">{t('view.before')}</th>
          <th scope="col">{t('view.after')}</th>
        </tr>
      </thead>
      <tbody>
        {of.map(({ name, shown, before, after }) => (
          <tr key={name} data-kind="changed">
            <th scope="row">{nameOf(name)}</th>
            <td>
              <del>
                <Value shown={shown as Plain} value={before} detail={detail} />
              </del>
            </td>
            <td>
              <ins>
                <Value shown={shown as Plain} value={after} detail={detail} />
              </ins>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const shownLines = 50

type Line = { was: Values; is: Values }
type LinesProps = Naming & { label: string; fields: Fields; before: readonly unknown[]; after: readonly unknown[] }

function Lines({ label, fields, before, after, nameOf, detail }: LinesProps) {
  const { t } = useTranslation('approvals')
  const lines = after.slice(0, shownLines).map((line, at) => ({ was: valuesOf(before[at]), is: valuesOf(line) }))
  const more = after.length - lines.length
  const names = Object.entries(fields).filter(
    ([name, shown]) => shown !== 'hidden' && lines.some(({ was, is }) => !isNothing(is[name] ?? was[name])),
  )
  return (
    <div style={{ overflowX: 'auto' }}>
      <ShortTable
        label={label}
        rows={lines}
        keyOf={(_, at) => at}
        columns={names.map(([name, shown]): readonly [string, (line: Line) => Written] => [
          nameOf(name),
          ({ was, is }) => {
            const value = is[name] ?? was[name]
            const before = Object.hasOwn(was, name) && Object.hasOwn(is, name) && !same(was[name], is[name])
            return (
              <>
                {before && (
                  <>
                    <del>
                      <Value shown={shown as Plain} value={was[name]} detail={detail} />
                    </del>{' '}
                    →{' '}
                  </>
                )}
                {isNothing(value) ? '–' : <Value shown={shown as Plain} value={value} detail={detail} />}
              </>
            )
          },
        ])}
      />
      {more > 0 && <Text c="dimmed">{t('view.moreLines', { count: more })}</Text>}
    </div>
  )
}
