import { z } from 'zod'
import { defineSection, type ContentOf } from '#app/cms/define/define-section.ts'
import {
  id,
  imageAlt,
  line,
  list,
  optionalDay,
  optionalImageFile,
  optionalLine,
  optionalLink,
  optionalText,
  text,
} from '#app/cms/define/fields.ts'

const testResult = z.strictObject({
  property: line('Property', 60),
  method: optionalLine('Method', 60),
  limit: line('Limit', 40),
  result: line('Result', 40),
})

/** What was measured on one lot. It is shown instead of the image. */
const testRecord = z.strictObject({
  title: optionalLine('Title', 80),
  product: optionalLine('Product', 60),
  lot: optionalLine('Lot number', 40),
  date: optionalDay('Day of the release'),
  results: list('Results', testResult, { max: 10 }).default([]),
  note: optionalText('Note', 300),
  linkText: optionalLine('Link text', 60),
  link: optionalLink('Link'),
})
export type TestRecord = z.output<typeof testRecord>

export const qualityControl = defineSection({
  id: 'quality-control',
  label: 'Quality Control',
  icon: 'quality',
  editor: 'site/sections/quality-control/quality-control-editor.tsx',
  file: 'home/quality-control.yaml',
  schema: z.strictObject({
    _id: id(),
    title: line('Title'),
    subTitle: optionalText('Subtitle', 500),
    descriptions: list('Descriptions', text('Description', 1000)),
    image: optionalImageFile('Image', { width: 720 }),
    imageAlt: imageAlt(),
    record: testRecord.prefault({}),
  }),
  page: '/#quality-control',
  api: { path: 'qualitycontrol', kind: 'record', keeps: ['imageAlt', 'record'] },
})
export type QualityControl = ContentOf<typeof qualityControl>

/** The section as visitors see it: with its test record, or with its image while that has no results. */
export function shownQualityControl({ title, subTitle, descriptions, record, image, imageAlt }: QualityControl) {
  const texts = { title, subTitle, descriptions }
  const shown: { record?: TestRecord; image?: string; imageAlt?: string } =
    record.results.length > 0
      ? { record: { ...record, results: record.results.map(withFiguresInOnePiece) } }
      : { image, imageAlt }
  return { ...texts, ...shown }
}

/** Each figure stays on one line with its unit; `1.46 to 1.52 g/cm³` may break before its unit only. */
function withFiguresInOnePiece({ property, limit, result, ...rest }: TestRecord['results'][number]) {
  return {
    ...rest,
    property: property.replaceAll(/(?<=\d) (?=\D)/g, '\u00a0'),
    limit: figuresInOnePiece(limit),
    result: figuresInOnePiece(result),
  }
}

function figuresInOnePiece(text: string) {
  if (!FIGURES.test(text)) return text
  return text.replaceAll(/ (?!(?<= to \S+ )\D)/g, '\u00a0').replaceAll('/', '/\u2060')
}

/** `≥ 10.0 MPa`, `4 to 8 g/10 min`: short enough for a narrow column. Words may break anywhere. */
const FIGURES = /^\S{0,2}\s?\d.{0,16}$/
export type ShownQualityControl = ReturnType<typeof shownQualityControl>
