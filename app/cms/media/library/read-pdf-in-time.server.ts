import { readPdfJob, type PdfReading } from '#app/cms/media/decoding/decoder-jobs.ts'
import { siteProfile } from '#app/cms/platform/site-profile.ts'
import { DecoderFailed, type Decoder } from '#app/cms/media/decoding/decoder.server.ts'

/** What a PDF says of itself. `owner` is that of the job (see `Decoder`). A damaged file may take the reader minutes: then only that is known of it. */
export async function readPdfInTime(decoder: Decoder, file: string, owner: string): Promise<PdfReading> {
  try {
    return await decoder.run(readPdfJob, { file, timeZone: siteProfile().timeZone.id }, owner)
  } catch (error) {
    if (error instanceof DecoderFailed && error.reason === 'timeout') return { problem: 'slow' }
    throw error
  }
}
