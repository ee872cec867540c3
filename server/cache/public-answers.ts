import { ResponseCache } from './response-cache.ts'
import type { AnswerSource } from './answer-source.ts'
import type { FileBody, HostInterface } from '../host-interface.ts'
import { renderDocument, type Handle } from './render-document.ts'
import { headerOf, mergeHeaders, type Header, type BufferedResponse } from './buffered-response.ts'

const MB = 1024 * 1024

/** Pictures up to this size are kept: the variants that pages show. Larger ones are read from disk as they are sent. */
const LARGEST_PICTURE = 128 * 1024

interface PublicAnswersParts {
  host: Pick<HostInterface, 'publicDocuments' | 'isFileAddress' | 'answerFileAddress'>
  handle: Handle
  origin: string
  /** Headers of every answer that it does not set itself. */
  headers: readonly Header[]
  /** True for addresses that the host answers, so that they are not unknown. */
  isOwn: (target: string) => boolean
}

/**
 * What the app answers alike for everyone, kept until content changes: pages with their data, small pictures, and the one
 * page for all addresses that are none.
 */
export function publicAnswers({ host, handle, origin, headers, isOwn }: PublicAnswersParts): {
  documents: AnswerSource
  pictures: AnswerSource
  unknown: AnswerSource
} {
  const pages = new ResponseCache({ origin, entries: 1_000, bytes: 20 * MB })
  const withHeaders = (answer: BufferedResponse | undefined) =>
    answer && { ...answer, headers: mergeHeaders(answer.headers, headers) }
  return {
    documents: {
      cache: pages,
      hasRanges: false,
      addressOf: (target) => host.publicDocuments.addressOf(target),
      make: async (address) => withHeaders(await renderDocument(handle, origin, address)),
    },
    unknown: {
      cache: pages,
      hasRanges: false,
      isShared: true,
      addressOf: (target) => (isOwn(target) ? undefined : host.publicDocuments.unknownAddressOf(target)),
      make: async (address) => withHeaders(await renderDocument(handle, origin, address, 404)),
    },
    pictures: {
      cache: new ResponseCache({ origin, entries: 1_000, bytes: 12 * MB }),
      hasRanges: true,
      addressOf: (target) => (isPicture(target) && host.isFileAddress(target) ? target : undefined),
      make: async (address) => withHeaders(await readPicture(host, address)),
    },
  }
}

/** Without a query: whoever adds one to a picture's address must not fill the memory with copies. */
function isPicture(target: string) {
  return /\.(?:avif|webp|jpe?g|png|svg)$/.test(target) && !target.includes('?')
}

async function readPicture(host: PublicAnswersParts['host'], address: string): Promise<BufferedResponse | undefined> {
  const answer = await host.answerFileAddress(address, { method: 'GET', header: () => undefined })
  const isKept =
    answer.status === 200 &&
    Number(headerOf(answer, 'Content-Length')) <= LARGEST_PICTURE &&
    headerOf(answer, 'Cache-Control')?.startsWith('public')
  if (!isKept || !answer.body) {
    await answer.body?.close()
    return undefined
  }
  return { headers: answer.headers.filter(([name]) => name !== 'Content-Length'), body: await wholeOf(answer.body) }
}

async function wholeOf(body: FileBody) {
  const whole = Buffer.allocUnsafeSlow(body.size)
  try {
    for (let filled = 0; filled < whole.length;) {
      const bytes = await body.read(whole.subarray(filled))
      if (bytes === 0) throw new Error(`A picture ends after ${filled} of ${whole.length} bytes`)
      filled += bytes
    }
  } finally {
    await body.close()
  }
  return whole
}
