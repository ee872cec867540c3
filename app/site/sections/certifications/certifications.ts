import { z } from 'zod'
import { defineSection, type ContentOf } from '#app/cms/define/define-section.ts'
import { documents } from '#app/site/collections/documents/documents.ts'
import {
  id,
  imageAlt,
  imageFile,
  line,
  list,
  optionalDay,
  optionalImageFile,
  optionalLine,
  optionalLink,
  optionalReference,
  text,
} from '#app/cms/define/fields.ts'

const standard = z.strictObject({
  _id: id(),
  name: line('Name', 40),
  subject: line('Subject', 80),
  badge: imageFile('Badge'),
  badgeAlt: imageAlt(),
  /** What the standard requires of the company. */
  meaning: text('Meaning', 400),
  /** The products and places for which it holds. */
  covers: text('Scope', 400),
  /** As on the certificate, or on the declaration. */
  number: optionalLine('Number', 60),
  issuedBy: optionalLine('Issued by', 100),
  validUntil: optionalDay('Valid until'),
  certificate: optionalReference('Certificate', documents),
})
export type Standard = z.output<typeof standard>

const lot = z.strictObject({
  title: line('Title', 120),
  text: text('Text', 600),
  image: optionalImageFile('Image', { width: 960 }),
  imageAlt: imageAlt(),
  buttonText: optionalLine('Button text', 60),
  buttonLink: optionalLink('Button link'),
})
export type Lot = z.output<typeof lot>

/** The page of the standards, the heads of its certificates, and the certificate that comes with each delivery. */
export const certifications = defineSection({
  id: 'certifications',
  label: 'Certifications',
  icon: 'quality',
  editor: 'site/sections/certifications/certifications-editor.tsx',
  file: 'pages/certifications.yaml',
  schema: z.strictObject({
    title: line('Title', 100),
    lead: line('Opening sentence', 200),
    standards: list('Standards', standard, { max: 12 }),
    certificatesTitle: line('Title of the certificates', 120),
    certificatesText: text('Text of the certificates', 400),
    lot,
  }),
  page: '/certificate',
})
export type Certifications = ContentOf<typeof certifications>

/** The standards for which the company has a certificate that is valid on a day. A declaration has no number. */
export function certifiedStandards(content: Certifications | undefined, day: string): Standard[] {
  return (content?.standards ?? []).filter(
    ({ number, validUntil }) => number !== '' && (validUntil === '' || validUntil >= day),
  )
}
