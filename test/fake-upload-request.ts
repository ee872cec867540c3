import { act } from '@testing-library/react'
import { vi } from 'vitest'

/** A fake XMLHttpRequest: the test can inspect what was sent, and controls the response. */
class FakeUploadRequest {
  static sent: FakeUploadRequest[] = []

  readonly upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {}
  onload?: () => void
  onerror?: () => void
  url = ''
  body: FormData | undefined
  isAborted = false
  status = 0
  responseURL = ''
  responseText = ''

  open(_method: string, url: string) {
    this.url = url
  }
  setRequestHeader() {}
  send(body: FormData) {
    this.body = body
    FakeUploadRequest.sent.push(this)
  }
  abort() {
    this.isAborted = true
  }

  progress(sent: number) {
    act(() => this.upload.onprogress?.({ loaded: sent * 1000, total: 1000 }))
  }
  /** Responds. `url` is the target of a redirect. */
  async respond(status: number, body: object | string, url = this.url) {
    Object.assign(this, {
      status,
      responseURL: new URL(url, location.href).href,
      responseText: typeof body === 'string' ? body : JSON.stringify(body),
    })
    await act(async () => this.onload?.())
  }
  async breakOff() {
    await act(async () => this.onerror?.())
  }
}

/** Replaces XMLHttpRequest until the test is over. The list of requests starts empty. */
export function fakeUploads() {
  FakeUploadRequest.sent = []
  vi.stubGlobal('XMLHttpRequest', FakeUploadRequest)
  // jsdom lacks these functions.
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:preview', revokeObjectURL: vi.fn() }))
  return {
    sent: FakeUploadRequest.sent,
    last() {
      const request = FakeUploadRequest.sent.at(-1)
      if (!request) throw new Error('Nothing was sent')
      return request
    },
  }
}
