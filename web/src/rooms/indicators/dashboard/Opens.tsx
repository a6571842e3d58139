// What can be opened from a figure: its parts, its users, the records it counts, what explains its change.

import type { FigureKey } from '@greenroom/contract/dashboards'
import { dimensionsOf } from '@greenroom/contract/figureDimensions'
import { recordMenus, recordsOf } from '@greenroom/contract/figureRecords'
import { useTranslation } from 'react-i18next'
import { useDrawer } from '../../../actions/useDrawer.ts'
import { useSession } from '../../../session/session.ts'
import { isSum, showsPeople } from './figureTraits.ts'

/** `compared`: whether the page compares with another span. */
export function Opens({ figure, name, compared }: { figure: FigureKey; name: string; compared: boolean }) {
  const { t } = useTranslation('indicators')
  const { may } = useSession()
  const drawer = useDrawer()
  const records = recordsOf(figure)
  return (
    <>
      {dimensionsOf(figure).length > 0 && (
        <button type="button" aria-label={t('by.title', { figure: name })} onClick={() => drawer.open('by', figure)}>
          {t('by.open')}
        </button>
      )}
      {showsPeople(figure) && may('users.list', 'read') && (
        <button
          type="button"
          aria-label={t('people.title', { figure: name })}
          onClick={() => drawer.open('people', figure)}
        >
          {t('people.open')}
        </button>
      )}
      {records && may(recordMenus[records], 'read') && (
        <button
          type="button"
          aria-label={t('lists.title', { list: t(`lists.${records}`), figure: name })}
          onClick={() => drawer.open('records', figure)}
        >
          {t(`lists.${records}`)}
        </button>
      )}
      {compared && isSum(figure) && (
        <button type="button" aria-label={t('why.title', { figure: name })} onClick={() => drawer.open('why', figure)}>
          {t('why.open')}
        </button>
      )}
    </>
  )
}
