import { UploadRefused } from '#app/cms/media/uploads/upload-refused.ts'
import { checkDocument } from './decode-document.server.ts'
import { encodeSquares, encodeVariant, readImageSizes, reEncodeImage } from './decode-image.server.ts'
import { encodeTitlePicture } from './encode-title-picture.server.ts'
import {
  checkDocumentJob,
  encodeSquaresJob,
  encodeTitlePictureJob,
  encodeVariantJob,
  jobMessage,
  makeDocumentJob,
  readImageSizesJob,
  readPdfJob,
  reEncodeImageJob,
  type Job,
  type Outcome,
} from './decoder-jobs.ts'
import { makeDocument } from './make-document.server.ts'
import { readPdf } from './read-pdf.server.ts'

/**
 * The program of the decoder process: the only place where sharp and the reader of PDFs are loaded and uploaded files are parsed. It does the
 * jobs that the server process sends and exits with it. `openDecoder` starts it.
 */
const handlers = new Map([
  handler(reEncodeImageJob, reEncodeImage),
  handler(readImageSizesJob, readImageSizes),
  handler(encodeVariantJob, encodeVariant),
  handler(encodeSquaresJob, encodeSquares),
  handler(encodeTitlePictureJob, encodeTitlePicture),
  handler(checkDocumentJob, checkDocument),
  handler(makeDocumentJob, makeDocument),
  handler(readPdfJob, readPdf),
])

function handler<Input, Result>({ name, input }: Job<Input, Result>, perform: (input: Input) => Promise<Result>) {
  return [name, (value: unknown): Promise<unknown> => perform(input.parse(value))] as const
}

process.on('message', (message) => {
  const { id, job, input } = jobMessage.parse(message)
  void perform(job, input).then((outcome) => {
    process.send?.({ id, outcome })
    // Frees the pixels of the image, which V8 would otherwise keep until it needs memory. Headers are small.
    if (job !== readImageSizesJob.name) globalThis.gc?.()
  })
})

process.on('disconnect', () => process.exit())

// A terminal sends its signals to all processes of the group. The server process finishes its work first.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined)

async function perform(job: string, input: unknown): Promise<Outcome> {
  try {
    return { type: 'done', result: await handlers.get(job)?.(input) }
  } catch (error) {
    return describe(error)
  }
}

function describe(error: unknown): Outcome {
  const message = error instanceof Error ? error.message : String(error)
  if (error instanceof UploadRefused && (error.status === 415 || error.status === 422)) {
    return { type: 'refused', status: error.status, message }
  }
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
  return { type: 'failed', message, code }
}
