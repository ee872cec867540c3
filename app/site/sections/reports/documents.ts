import { z } from 'zod'
import { parseUrl } from '#app/cms/platform/http/parse-url.ts'
import { line, id, list, uniqueBy } from '#app/cms/define/fields.ts'

/**
 * Address of a PDF: one of ours below `/uploads/` or `/policies/`, or one of another site that starts with https://. An
 * uploaded PDF is stored in the `folder` of the uploads.
 */
export function documentUrl(label: string, { folder = 'documents' } = {}) {
  return line(label, 500)
    .refine(
      (value) => isOwnFile(value, 'pdf') || (/^https:\/\/[^\s\\]+$/.test(value) && parseUrl(value) !== undefined),
      `${label} must be a PDF such as /uploads/reports/annual-report-2024-25.pdf, or an address that starts with https://`,
    )
    .meta({ title: label, upload: { accepts: 'pdf', folder } })
}

/** Address of a file of ours below `/uploads/`, of one kind. An uploaded file is stored in its `folder`. */
export function uploadUrl(label: string, extension: 'pdf' | 'mp4' | 'vtt', { folder = 'videos' } = {}) {
  return line(label, 500)
    .refine(
      (value) => value.startsWith('/uploads/') && isOwnFile(value, extension),
      `${label} must be a file such as /uploads/videos/overview.${extension}`,
    )
    .meta({ title: label, upload: { accepts: extension, folder } })
}

/** Plain names only, so that an address never needs decoding and never leaves its folder. */
function isOwnFile(value: string, extension: string) {
  const path = /^\/(?:uploads\/(?:[A-Za-z0-9_][A-Za-z0-9_-]*\/)?|policies\/)([A-Za-z0-9_][A-Za-z0-9._-]{0,127})$/.exec(
    value,
  )
  return path?.[1]?.endsWith(`.${extension}`) ?? false
}

/** Documents with a title each, in the order of the page. An uploaded file is stored in the `folder` of the uploads. */
export function titledDocuments(label: string, { folder = 'documents' } = {}) {
  const document = z.strictObject({
    _id: id(),
    title: line('Title', 200),
    fileUrl: documentUrl('File', { folder }),
  })
  return list(label, document).check(uniqueBy('_id', '_id'))
}
export type TitledDocument = z.output<ReturnType<typeof titledDocuments>>[number]

/** A document that appears once a year. `year` as it is shown: 2024-25, or 2025. */
export const yearlyDocument = z.strictObject({
  _id: id(),
  year: line('Year', 20),
  title: line('Title', 200),
  fileUrl: documentUrl('File', { folder: 'reports' }),
})
export type YearlyDocument = z.output<typeof yearlyDocument>

/** Documents of several years, newest first. */
export function yearlyDocuments(label: string) {
  return list(label, yearlyDocument).check(uniqueBy('_id', '_id'))
}
