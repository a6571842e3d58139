// Asks for the proof of a payment: the bank's or chain's reference, and a picture of the receipt.
import { payoutPay } from '@greenroom/contract/payouts.schema'
import { TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import type { Picture } from '../ui/fields/PicturePicker.tsx'
import { PicturePicker } from '../ui/fields/PicturePicker.tsx'
import type { ActionForm } from './action.ts'

// The proof of a payment, as form values.
export type Proof = { reference: string; proof: Picture[] }

const form: ActionForm<Proof> = {
  schema: z.object({
    reference: payoutPay.payload.shape.reference,
    proof: z.array(z.object({ fileId: z.string(), url: z.string() })).min(1),
  }),
  initial: { reference: '', proof: [] },
  Fields: function ProofFields({ form }) {
    const { t } = useTranslation('list')
    return (
      <>
        <TextInput
          label={t('proof.reference')}
          description={t('proof.referenceHint')}
          required
          maxLength={100}
          data-autofocus
          {...form.getInputProps('reference')}
        />
        <PicturePicker
          purpose="paymentProof"
          label={t('proof.picture')}
          value={form.values.proof}
          most={1}
          error={form.errors['proof']}
          change={(proof) => form.setFieldValue('proof', proof)}
        />
      </>
    )
  },
}
export default form
