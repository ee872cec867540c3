import { z } from 'zod'
import { defineSection, type ContentOf } from '#app/cms/define/define-section.ts'
import {
  id,
  imageAlt,
  line,
  list,
  optionalImageFile,
  optionalLine,
  optionalLink,
  optionalText,
  text,
} from '#app/cms/define/fields.ts'
import { FACT_ROW, factOrOwn } from '#app/site/collections/facts/fact-row.ts'

const step = z.strictObject({ title: line('Title', 40), text: text('Text', 300) })

const lot = z.strictObject({ ...FACT_ROW, value: optionalLine('Value', 40) }).check(factOrOwn('value', 'value'))

const service = z.strictObject({
  /** Also the fragment of its address: `/services#toll-compounding`. */
  _id: id(),
  title: line('Title', 80),
  lead: text('Introduction', 300),
  image: optionalImageFile('Image', { width: 1440 }),
  imageAlt: imageAlt(),
  work: list('What we do', line('Entry', 160), { max: 12 }),
  steps: list('Steps', step, { max: 8 }),
  send: list('What to send us', line('Entry', 160), { max: 12 }),
  lots: list('Minimum lots', lot, { max: 8 }),
  lotsNote: optionalText('Note on lots', 300),
  buttonText: optionalLine('Button text', 60),
  buttonLink: optionalLink('Button link'),
})
export type Service = z.output<typeof service>

/** The services page: what the company does for others, and how to begin. */
export const services = defineSection({
  id: 'services',
  label: 'Services',
  icon: 'swap',
  editor: 'site/sections/services/services-editor.tsx',
  file: 'pages/services.yaml',
  schema: z.strictObject({
    title: line('Title', 100),
    lead: line('Opening sentence', 200),
    services: list('Services', service, { min: 1, max: 12 }),
  }),
  page: '/services',
})
export type Services = ContentOf<typeof services>

/** As visitors read it: each lot with its name and value. */
export interface ShownService extends Omit<Service, 'lots'> {
  lots: { name: string; value: string }[]
}

export interface ShownServices extends Omit<Services, 'services'> {
  services: ShownService[]
}
