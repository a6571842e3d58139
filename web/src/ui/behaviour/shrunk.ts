// Pictures of a phone's camera, made small enough to be sent: 4 MB over a slow line is a minute, and more than the server takes.

/** As the server keeps receipts (`server/src/files/pictures/pictures.rules.ts`): a receipt stays readable. */
const longestSide = 2_000
/** Below this a picture is sent as it is. */
const smallEnough = 600 * 1_024

/** The picture with at most 2,000 pixels a side, as JPEG; the same file where that is no gain or the browser cannot read it. */
export async function shrunk(file: File): Promise<File> {
  // An animation would lose its frames.
  if (file.size <= smallEnough || file.type === 'image/gif') return file
  const bitmap = await createImageBitmap(file).catch(() => undefined)
  if (!bitmap) return file
  const scale = Math.min(1, longestSide / Math.max(bitmap.width, bitmap.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(bitmap.width * scale)
  canvas.height = Math.round(bitmap.height * scale)
  const context = canvas.getContext('2d')
  // What is transparent would be black.
  if (context) context.fillStyle = '#fff'
  context?.fillRect(0, 0, canvas.width, canvas.height)
  context?.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  bitmap.close()
  const drawn = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.85))
  return drawn && drawn.size < file.size
    ? new File([drawn], file.name.replace(/\.\w+$/, '.jpg'), { type: 'image/jpeg' })
    : file
}
