/** Something the server masks, such as a phone number, in its own direction; a dash if there is none. */
export function Masked({ field }: { field: string }) {
  if (field === '') return <span aria-hidden>–</span>
  return (
    <bdi dir="ltr" style={{ fontVariantNumeric: 'tabular-nums' }}>
      {field}
    </bdi>
  )
}
