import type { AnyForm } from '../../actions/form/anyForm.ts'
import { useFormWait } from '../../actions/form/FormDrawer.tsx'
import { type Picture, PicturePicker } from '../../ui/fields/PicturePicker.tsx'

type Props = {
  form: AnyForm
  label: string
  purpose: 'giftPicture' | 'banner' | 'activity' | 'message'
  readOnly: boolean
}

/** The picture of a form: its `pictures` hold at most one, of which `pictureId` is sent. Saving waits for the upload. */
export function PictureField({ form, ...field }: Props) {
  const wait = useFormWait()
  return (
    <PicturePicker
      {...field}
      value={form.values['pictures']}
      most={1}
      error={form.errors['pictures'] ?? form.errors['pictureId']}
      change={(pictures: Picture[]) => form.setFieldValue('pictures', pictures)}
      uploading={wait}
    />
  )
}
