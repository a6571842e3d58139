// The newest snapshot of a broadcast or call, with its machine score.
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { machineLabel } from '../../format/codeNames.ts'
import { Time } from '../../format/Time.tsx'
import { fileUrl } from '../../session/cookies.ts'
import { Facts } from '../../ui/Facts.tsx'
import { Listed } from '../../ui/Labelled.tsx'
import { Score } from '../../ui/values/Score.tsx'
import classes from './live.module.css'

type Seen = { snapshotUrl: string; snapshotAt: string | null; riskScore: number; labels: readonly string[] }

export function Snapshot({ of }: { of: Seen }) {
  const { t } = useTranslation('live')
  const [failed, setFailed] = useState(false)
  return (
    <section>
      <h3 className={classes['heading']}>{t('snapshot')}</h3>
      {of.snapshotAt === null ? (
        <p className={classes['nothing']}>{t('noSnapshot')}</p>
      ) : (
        <>
          <a href={fileUrl(of.snapshotUrl)} target="_blank" rel="noreferrer">
            {failed ? (
              t('snapshotGone')
            ) : (
              <img
                className={classes['snapshot']}
                src={fileUrl(of.snapshotUrl)}
                alt={t('snapshot')}
                onError={() => setFailed(true)}
              />
            )}
          </a>
          <Facts
            of={[
              [t('columns.snapshotAt'), <Time key="at" at={of.snapshotAt} />],
              [t('columns.riskScore'), <Score key="score" score={of.riskScore} />],
              [t('columns.labels'), <Listed key="labels" of={of.labels.map(machineLabel)} />],
            ]}
          />
        </>
      )}
    </section>
  )
}
