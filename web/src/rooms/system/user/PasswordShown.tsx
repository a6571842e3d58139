// A generated password, or the maker's link to set one, shown once.

import { useTranslation } from 'react-i18next'
import { approvalOf } from '../../../actions/action.ts'
import { LinksShown } from '../../../actions/form/LinksShown.tsx'
import { linksOf } from '../../../actions/form/links.ts'
import { Code } from '../../../ui/Facts.tsx'
import { ShownOnce } from '../../../ui/ShownOnce.tsx'

type Props = { answer: unknown; rows: readonly { username: string }[]; close: () => void }

export default function PasswordShown({ answer, rows, close }: Props) {
  const { t } = useTranslation('system')
  const links = linksOf(answer)
  if (links.length > 0) return <LinksShown links={links} waits={approvalOf(answer) !== undefined} close={close} />
  const { password } = answer as { password: string }
  return (
    <ShownOnce
      warning={t('staff.passwordOnce')}
      facts={[[t('fields.username'), <Code key="name">{rows[0]?.username ?? ''}</Code>]]}
      name={t('fields.password')}
      secret={password}
      kept={t('staff.passwordKept')}
      close={close}
    />
  )
}
