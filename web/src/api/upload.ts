/** Uploads by XMLHttpRequest, since `fetch` reports no upload progress; returns a `Response` like `fetch`. */
export function upload(url: string, init: RequestInit, onUpload: (share: number) => void): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(init.method ?? 'POST', url)
    for (const [name, value] of new Headers(init.headers)) request.setRequestHeader(name, value)
    request.responseType = 'text'
    request.upload.onprogress = (event) => onUpload(event.lengthComputable ? event.loaded / event.total : 0)
    request.onload = () => resolve(new Response(request.responseText, { status: request.status }))
    request.onerror = () => reject(new TypeError('Network error'))
    request.onabort = () => reject(new DOMException('The upload was aborted.', 'AbortError'))
    init.signal?.addEventListener('abort', () => request.abort())
    request.send(init.body as XMLHttpRequestBodyInit)
  })
}
