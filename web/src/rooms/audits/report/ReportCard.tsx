// One report: the reporter and their record, what happened, the evidence, and the content it is about.
import { nameOf } from '@greenroom/contract/sentences/words'
import { Checkbox } from '@mantine/core'
import { IconPhotoOff } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { reportReason } from '../../../format/codeNames.ts'
import { Ago } from '../../../format/Time.tsx'
import frame from '../../../page/desk/desk.module.css'
import { KeyCap } from '../../../page/desk/ReasonChoice.tsx'
import { useSession } from '../../../session/session.ts'
import { keyName } from '../../../session/shortcuts.ts'
import { reveal } from '../../../ui/behaviour/reveal.ts'
import { Code } from '../../../ui/Facts.tsx'
import { PersonLink } from '../../../ui/PersonLink.tsx'
import { Tag } from '../../../ui/StatusBadge.tsx'
import { usePicture, usePictures } from '../queue/workbench.ts'
import classes from './report.module.css'
import { type Case, choose, type Report, toggleFalse } from './reportDeskState.ts'
import { picturesOf, useWorking } from './reportWork.ts'

/** A thumbnail that opens in the viewer; a failed one can be reloaded. */
function EvidencePicture({ address, name, open }: { address: string; name: string; open: () => void }) {
  const pictures = usePictures()
  const { t } = useTranslation('audits')
  const shown = usePicture(address)
  const failed = shown.state === 'failed'
  return (
    <button
      type="button"
      className={classes['picture']}
      data-waiting={shown.state === 'waiting' || undefined}
      aria-label={failed ? t('report.pictureFailed', { name }) : name}
      title={failed ? t('report.pictureFailed', { name }) : name}
      onMouseDown={(event) => event.preventDefault()}
      onClick={(event) => {
        event.stopPropagation()
        if (failed) pictures.retry(address)
        else open()
      }}
    >
      {failed && <IconPhotoOff size={20} aria-hidden />}
      {shown.state === 'ready' && <img src={shown.url} alt="" draggable={false} />}
    </button>
  )
}

type Props = { one: Case; report: Report; current: boolean; isFalse: boolean }

export function ReportCard({ one, report, current, isFalse }: Props) {
  const { change, setViewer } = useWorking()
  const { t } = useTranslation('audits')
  const card = useRef<HTMLElement>(null)
  useEffect(() => {
    const list = card.current?.closest('section')
    if (current && card.current && list) reveal(card.current, list)
  }, [current])
  const select = () => {
    if (!current) setViewer(undefined)
    change((now) => choose(now, one, { reportId: report.reportId }))
  }
  const pictures = picturesOf(report)
  const evidence = pictures.slice(0, report.evidenceUrls.length)
  const content = pictures.slice(report.evidenceUrls.length)
  const open = (index: number) => {
    select()
    setViewer(index)
  }
  return (
    <article
      ref={card}
      className={classes['report']}
      data-current={current || undefined}
      data-false={isFalse || undefined}
      aria-current={current ? 'true' : undefined}
      aria-label={t('report.by', { name: nameOf({ id: report.reporter.userId, nickname: report.reporter.nickname }) })}
      onClick={select}
    >
      <header className={classes['reportHead']}>
        <b>{reportReason(report.reason) || t('report.noReason')}</b>
        <PersonLink person={report.reporter} />
        <Reporter report={report} />
        <span className={frame['space']} />
        <span className={classes['dim']}>
          <Ago at={report.reportedAt} />
        </span>
        <Checkbox
          size="xs"
          checked={isFalse}
          onChange={() => change((now) => toggleFalse(now, one, report.reportId))}
          onClick={(event) => event.stopPropagation()}
          label={
            <span className={classes['keyed']}>
              {t('report.false')} {current && <KeyCap>{keyName('tick')}</KeyCap>}
            </span>
          }
        />
      </header>
      {report.text !== '' && (
        <p className={classes['words']} dir="auto">
          {report.text}
        </p>
      )}
      {evidence.length > 0 && (
        <>
          <span className={classes['dim']}>{t('report.evidenceOf', { count: evidence.length })}</span>
          <Row>
            {evidence.map((address, index) => (
              <EvidencePicture
                key={address}
                address={address}
                name={t('report.evidence', { number: index + 1 })}
                open={() => open(index)}
              />
            ))}
          </Row>
        </>
      )}
      <Places report={report} />
      {(report.about !== '' || content.length > 0) && (
        <blockquote className={classes['about']}>
          <span className={classes['dim']}>
            {t(report.commentId !== null ? 'report.aboutComment' : 'report.aboutPost')}
          </span>
          {report.about !== '' && <p dir="auto">{report.about}</p>}
          {content.length > 0 && (
            <Row>
              {content.map((address, index) => (
                <EvidencePicture
                  key={address}
                  address={address}
                  name={t('report.postPicture', { number: index + 1 })}
                  open={() => open(evidence.length + index)}
                />
              ))}
            </Row>
          )}
        </blockquote>
      )}
    </article>
  )
}

const Row = ({ children }: { children: React.ReactNode }) => <div className={classes['pictures']}>{children}</div>

/** How many of the reporter's earlier reports were true. */
function Reporter({ report }: { report: Report }) {
  const { t } = useTranslation('audits')
  const { reporterMade: made, reporterFalse: untrue } = report
  return (
    <Tag tone={untrue === 0 ? 'neutral' : untrue * 2 >= made ? 'bad' : 'waiting'}>
      {t('report.reporterKnown', { count: made, untrue })}
    </Tag>
  )
}

/** Where it happened: the broadcast and the call lead to their records, for staff who may see them. */
function Places({ report }: { report: Report }) {
  const { may } = useSession()
  const { t } = useTranslation('audits')
  const { liveId, callId, dynamicId } = report
  if (liveId === null && callId === null && dynamicId === null) return null
  return (
    <p className={classes['places']}>
      {liveId !== null && (
        <span>
          {t('report.inBroadcast')}{' '}
          {may('live.records', 'read') ? (
            <Link to={`/live/records?liveId=${encodeURIComponent(liveId)}`}>{liveId}</Link>
          ) : (
            <Code>{liveId}</Code>
          )}
        </span>
      )}
      {callId !== null && (
        <span>
          {t('report.inCall')}{' '}
          {may('live.calls', 'read') ? (
            <Link to={`/live/calls?callId=${encodeURIComponent(callId)}`}>{callId}</Link>
          ) : (
            <Code>{callId}</Code>
          )}
        </span>
      )}
      {dynamicId !== null && (
        <span>
          {t('report.inPost')}{' '}
          {may('community.dynamic', 'read') ? (
            <Link to={`/community/dynamic?dynamicId=${encodeURIComponent(dynamicId)}`}>{dynamicId}</Link>
          ) : (
            <Code>{dynamicId}</Code>
          )}
        </span>
      )}
    </p>
  )
}
