import { z } from 'zod'
import { defineSection, type ContentOf } from '#app/cms/define/define-section.ts'
import { id, imageAlt, line, list, optionalImageFile, optionalLine, text } from '#app/cms/define/fields.ts'
import { markdown } from '#app/cms/define/markdown.ts'
import { FACT_ROW, factOrOwn } from '#app/site/collections/facts/fact-row.ts'
import { milestone } from '#app/site/sections/events-page/events-page.ts'

const fact = z
  .strictObject({ _id: id(), ...FACT_ROW, text: optionalLine('Text', 120) })
  .check(factOrOwn('text', 'text'))

const value = z.strictObject({ _id: id(), title: line('Title', 80), description: text('Description', 400) })
export type Value = z.output<typeof value>

const leader = z.strictObject({
  _id: id(),
  name: line('Name', 80),
  role: line('Role', 120),
  image: optionalImageFile('Portrait', { width: 136 }),
  text: text('Text', 600),
})
export type Leader = z.output<typeof leader>

const heritage = z.strictObject({
  title: line('Title', 120),
  lead: line('Opening sentence', 200),
  milestones: list('Milestones', milestone, { min: 1, max: 12 }),
})
export type Heritage = z.output<typeof heritage>

/** The About Us page. */
export const about = defineSection({
  id: 'about',
  label: 'About Us',
  icon: 'rings',
  editor: 'site/sections/about/about-editor.tsx',
  file: 'pages/about.md',
  schema: z.strictObject({
    title: line('Title', 100),
    lead: line('Opening sentence', 200),
    image: optionalImageFile('Image', { width: 1440 }),
    imageAlt: imageAlt(),
    about: text('About text', 600),
    facts: list('Facts', fact, { max: 8 }),
    vision: text('Vision', 400),
    mission: text('Mission', 400),
    purposeImage: optionalImageFile('Image beside the values', { width: 600 }),
    purposeImageAlt: imageAlt(),
    heritage,
    valuesTitle: line('Title of the values', 120),
    values: list('Values', value, { max: 12 }),
    leadersTitle: line('Title of the leadership team', 120),
    leaders: list('Leaders', leader, { max: 12 }),
    body: markdown('Company profile', 10_000),
  }),
  page: '/aboutus',
})
export type About = ContentOf<typeof about>
