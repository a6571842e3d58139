// A bank transfer: amount, the bank's reference and a picture of the receipt. Finance checks it.

import { fileUpload } from '@greenroom/contract/access'
import { agentPurchaseSave } from '@greenroom/contract/agentPortal'
import { limits } from '@greenroom/contract/limits'
import { centsOf } from '@greenroom/contract/typedAmounts'
import { useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api/call.ts'
import { bytes, usd } from '../../../format/number.ts'
import { useKeptInput } from '../../../session/keptInput.ts'
import { shrunk } from '../../../ui/behaviour/shrunk.ts'
import { useSend } from '../../../ui/behaviour/useSend.ts'
import { Field } from '../portal/PortalField.tsx'
import { Card, wordsOf } from '../portal/PortalScreen.tsx'
import classes from '../portal/portal.module.css'
import { type BuyInfo, buyKey } from './buyInfo.ts'
import { PayTo } from './PayTo.tsx'

const empty = { amount: '', reference: '' }

export function Bank({ of }: { of: BuyInfo }) {
  const { t, i18n } = useTranslation('topup-agents')
  const client = useQueryClient()
  const [values, setValues, answered] = useKeptInput('topup-agents.buy:bank', empty)
  const [picture, setPicture] = useState<File>()
  const { busy, send: sendOnce } = useSend()
  const [fault, setFault] = useState('')
  const [done, setDone] = useState(false)
  const file = useId()
  const range = t('bank.range', { min: usd(of.minUsdCents, i18n.language), max: usd(of.maxUsdCents, i18n.language) })
  const send = () => sendOnce(report)
  const report = async () => {
    const usdCents = centsOf(values.amount)
    setDone(false)
    if (!(usdCents >= of.minUsdCents && usdCents <= of.maxUsdCents)) return setFault(range)
    if (values.reference.trim().length < 3) return setFault(t('bank.referenceNeeded'))
    if (!picture) return setFault(t('bank.proofNeeded'))
    setFault('')
    try {
      const upload = await shrunk(picture)
      if (upload.size > limits.imageBytes)
        return setFault(t('bank.tooLarge', { most: bytes(limits.imageBytes, i18n.language) }))
      const form = new FormData()
      form.set('file', upload)
      const { fileId } = await call(fileUpload, { purpose: 'purchaseProof' }, { form })
      await call(agentPurchaseSave, { usdCents, reference: values.reference, proofFileId: fileId })
      answered()
      setPicture(undefined)
      setDone(true)
      await client.invalidateQueries({ queryKey: buyKey })
    } catch (error) {
      setFault(wordsOf(error))
    }
  }
  return (
    <Card title={t('bank.title')}>
      <p>{t('bank.about')}</p>
      <PayTo text={of.bankAccounts} />
      <form
        className={classes['screen']}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void send()
        }}
      >
        <Field
          label={t('bank.amount')}
          value={values.amount}
          change={(amount) => setValues((now) => ({ ...now, amount }))}
          inputMode="decimal"
          dir="ltr"
          hint={range}
        />
        <Field
          label={t('bank.reference')}
          value={values.reference}
          change={(reference) => setValues((now) => ({ ...now, reference }))}
          maxLength={100}
          hint={t('bank.referenceHint')}
        />
        <div className={classes['field']}>
          <label htmlFor={file}>{t('bank.proof')}</label>
          {/* The browser's own button says that no file is chosen in its language, also where one was kept. */}
          <span className={classes['file']}>
            <input
              key={picture ? 'chosen' : 'empty'}
              id={file}
              type="file"
              accept="image/png,image/jpeg,image/webp,image/gif"
              onChange={(event) => setPicture(event.currentTarget.files?.[0])}
            />
            <span aria-hidden>{picture ? picture.name : t('bank.choose')}</span>
          </span>
        </div>
        {fault !== '' && (
          <p className={classes['fault']} role="alert">
            {fault}
          </p>
        )}
        {done && (
          <p className={classes['notice']} role="status">
            {t('bank.sent')}
          </p>
        )}
        <button type="submit" className={classes['button']} data-primary disabled={busy}>
          {t('bank.send')}
        </button>
      </form>
    </Card>
  )
}
