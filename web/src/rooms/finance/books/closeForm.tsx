// Open items of a month, and the reason for closing it.
import { booksChecklist } from '@greenroom/contract/books'
import { reason } from '@greenroom/contract/fields'
import { Alert, Anchor, Loader, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { z } from 'zod'
import type { ActionForm } from '../../../actions/action.ts'
import { ReasonField } from '../../../actions/form/ReasonField.tsx'
import { call } from '../../../api/call.ts'
import { explain } from '../../../session/messages.ts'

const form: ActionForm<{ reason: string }> = {
  schema: z.object({ reason: reason() }),
  initial: { reason: '' },
  Fields: function CloseFields({ form, rows }) {
    const { t } = useTranslation('finance')
    return (
      <Stack gap="sm">
        <Text>{t('books.close.hint')}</Text>
        <Checklist month={(rows[0] as { month: string }).month} />
        <ReasonField form={form} />
      </Stack>
    )
  },
}
export default form

function Checklist({ month }: { month: string }) {
  const { t } = useTranslation('finance')
  const { data, error } = useQuery({
    queryKey: ['finance.books', 'booksChecklist', month],
    queryFn: ({ signal }) => call(booksChecklist, { month }, { signal }),
  })
  if (error) return <Alert color="red">{explain(error)?.text}</Alert>
  if (!data) return <Loader size="sm" aria-label={t('books.close.checking')} />
  const open = data.items.filter((item) => item.open > 0)
  if (open.length === 0) return <Alert color="teal">{t('books.close.nothingOpen')}</Alert>
  return (
    <Alert color="yellow" title={t('books.close.open')}>
      <ul style={{ margin: 0, paddingInlineStart: 18 }}>
        {open.map(({ key, open: count, href }) => (
          <li key={key}>
            <Anchor component={Link} to={href}>
              {t(`books.close.items.${key}`, { count })}
            </Anchor>
          </li>
        ))}
      </ul>
    </Alert>
  )
}
