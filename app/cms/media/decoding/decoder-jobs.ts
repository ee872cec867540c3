import { z } from 'zod'
import { DOCUMENT_KINDS } from '#app/cms/define/upload-kind.ts'
import { VARIANT_FORMATS } from '#app/cms/media/media-address.ts'

/**
 * The jobs that the decoder process does for the server process, and their messages. Results are checked when they
 * arrive: a hostile file may have taken over the process that has decoded it.
 */
export interface Job<Input, Result> {
  name: string
  input: z.ZodType<Input>
  result: z.ZodType<Result>
  /** Time for the job, if it is shorter than that of most jobs (ms). */
  limit?: number | undefined
}

const file = z.string()
const shortText = z.string().min(1).max(300)
const pixels = z.int().positive()

const encodedImage = z.object({
  /** Width and height are those of the upright image. */
  width: pixels,
  height: pixels,
  bytes: pixels,
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  extension: z.enum(['jpg', 'png', 'webp', 'avif']),
})
export type EncodedImage = z.infer<typeof encodedImage>

const imageSize = z.union([
  z.object({ width: pixels, height: pixels }),
  z.object({
    /** Why the file cannot be used, for staff. */
    problem: z.string(),
    /** The decoder's message, for the log. */
    reason: z.string().optional(),
  }),
])
export type ImageSize = z.infer<typeof imageSize>

/** Replaces the content of a file by a clean image. */
export const reEncodeImageJob = job('reEncodeImage', z.object({ file, originalName: z.string() }), encodedImage)

const imageReading = z.union([imageSize, z.object({ failure: z.string() })])
/** The size of an image, or the system's error if the file cannot be read. */
export type ImageReading = z.infer<typeof imageReading>

/** Reads the sizes of several images from their headers: a job for each would take longer than the reading. */
export const readImageSizesJob = job(
  'readImageSizes',
  z.object({ files: z.array(file).max(100) }),
  z.array(imageReading),
)

export const encodeVariantJob = job(
  'encodeVariant',
  z.object({ file, width: pixels, format: z.enum(VARIANT_FORMATS) }),
  z.custom<Uint8Array>((value) => value instanceof Uint8Array),
)

/** Draws the title of a page over a picture. `overlay` and `font` are files. */
export const encodeTitlePictureJob = job(
  'encodeTitlePicture',
  z.object({ file, title: z.string().max(200), overlay: file, font: file }),
  z.custom<Uint8Array>((value) => value instanceof Uint8Array),
)

/** Draws a picture of squares as PNG. `rows`: true is dark. `scale`: pixels of the side of a square. */
export const encodeSquaresJob = job(
  'encodeSquares',
  z.object({ rows: z.array(z.array(z.boolean()).max(200)).min(1).max(200), scale: z.int().min(1).max(50) }),
  z.custom<Uint8Array>((value) => value instanceof Uint8Array),
)

/** `isChanged`: the file has other bytes than before. */
const checkedDocument = z.object({ isChanged: z.boolean() })
export type CheckedDocument = z.infer<typeof checkedDocument>

/** Checks the content of a file against its kind. Removes the place from a film or a recording. */
export const checkDocumentJob = job(
  'checkDocument',
  z.object({ file, kind: z.enum(DOCUMENT_KINDS), originalName: z.string() }),
  checkedDocument,
)

const words = z.string().max(1_000)

/** A part of a document that is made, from top to bottom. */
const documentBlock = z.discriminatedUnion('kind', [
  /** The first block: the name of the document beside short facts, above a line. */
  z.object({ kind: z.literal('title'), text: words, lead: words, facts: z.array(words).max(5) }),
  z.object({ kind: z.literal('heading'), text: words }),
  z.object({ kind: z.literal('text'), text: words, isSmall: z.boolean().optional() }),
  /** `shares`: the widths of the columns, as shares of the whole. Without `columns`, the table has no head. */
  z.object({
    kind: z.literal('table'),
    title: words,
    columns: z.array(words).max(8),
    shares: z.array(z.number().positive()).min(1).max(8),
    rows: z.array(z.array(words).max(8)).max(200),
  }),
])
export type DocumentBlock = z.infer<typeof documentBlock>

const documentInput = z.object({
  title: shortText,
  author: words,
  /** Of the texts: `de-CH`. */
  language: z.string().min(2).max(20),
  /** The moment that the document names as its creation (ms since 1970). The same input makes the same bytes. */
  created: z.int().nonnegative(),
  /** `#0b1f33` */
  colours: z.object({ text: z.string().regex(/^#[0-9a-f]{6}$/), accent: z.string().regex(/^#[0-9a-f]{6}$/) }),
  /** Files of fonts. A text is set in the first font of `texts` that has most of its characters. */
  fonts: z.object({ headings: file, texts: z.array(file).min(1).max(5) }),
  blocks: z.array(documentBlock).min(1).max(100),
  /** At the bottom of each page. */
  footer: words,
})
export type DocumentInput = z.infer<typeof documentInput>

/** Made of a few thousand words at most. */
const MAX_MAKE_DOCUMENT_MS = 15_000

/** Makes a tagged PDF of A4 pages. */
export const makeDocumentJob = job(
  'makeDocument',
  documentInput,
  z.custom<Uint8Array>((value) => value instanceof Uint8Array),
  { limit: MAX_MAKE_DOCUMENT_MS },
)

/** Of its text, a document keeps so many bytes, and so many bookmarks and paragraphs. */
export const MAX_PDF_TEXTS_BYTES = 20_000
export const MAX_PDF_TEXTS = 1_000

const pdfFacts = z.object({
  /** Day of its last change, YYYY-MM-DD; undefined if the document does not say it for certain. */
  date: z
    .string()
    .regex(/^\d{4}-\d\d-\d\d$/)
    .optional(),
  title: shortText.optional(),
  /** As the document names it, such as `de-CH`. */
  language: shortText.optional(),
  pages: z.int().nonnegative(),
  /** True if the document says that screen readers can follow its structure. */
  isTagged: z.boolean(),
  /** False for pictures of pages; undefined if that is not known. */
  hasText: z.boolean().optional(),
  /** True if it contains JavaScript; undefined if that is not known. */
  hasScripts: z.boolean().optional(),
  /** Its bookmarks and the paragraphs of its pages, by which it is found. Undefined if they were not read yet. */
  texts: z.array(z.string().min(1).max(MAX_PDF_TEXTS_BYTES)).max(MAX_PDF_TEXTS).optional(),
  /** So many pages from the first one have all their text in `texts`. Undefined if that was not counted yet. */
  textPages: z.int().nonnegative().optional(),
})
/**
 * What a PDF says of itself, or why that is not known: it asks for a password, it is damaged, or reading it takes too
 * long.
 */
export const pdfReading = z.union([pdfFacts, z.object({ problem: z.enum(['password', 'damaged', 'slow']) })])
export type PdfReading = z.infer<typeof pdfReading>

/** All of it is only information, and reports of 40 MB take less than a second: other jobs do not wait long for it. */
const MAX_READ_PDF_MS = 10_000

export const readPdfJob = job(
  'readPdf',
  /** `timeZone`: that of the days, such as `Europe/Rome`. */
  z.object({ file, timeZone: z.string() }),
  pdfReading,
  { limit: MAX_READ_PDF_MS },
)

function job<Input, Result>(
  name: string,
  input: z.ZodType<Input>,
  result: z.ZodType<Result>,
  options: Pick<Job<Input, Result>, 'limit'> = {},
): Job<Input, Result> {
  return { name, input, result, ...options }
}

export const jobMessage = z.object({ id: z.int(), job: z.string(), input: z.unknown() })

export const replyMessage = z.object({
  id: z.int(),
  outcome: z.discriminatedUnion('type', [
    z.object({ type: z.literal('done'), result: z.unknown() }),
    /** UploadRefused. */
    z.object({ type: z.literal('refused'), status: z.literal([415, 422]), message: z.string() }),
    /** Any other error; `code` is that of a system error. */
    z.object({ type: z.literal('failed'), message: z.string(), code: z.string().optional() }),
  ]),
})
export type Outcome = z.infer<typeof replyMessage>['outcome']
