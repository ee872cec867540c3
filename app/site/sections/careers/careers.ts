import { z } from 'zod'
import { defineSection, type ContentOf } from '#app/cms/define/define-section.ts'
import { id, imageAlt, line, list, optionalImageFile, text, timeOfDay } from '#app/cms/define/fields.ts'
import { markdown } from '#app/cms/define/markdown.ts'

const value = z.strictObject({ _id: id(), title: line('Title', 80), description: text('Description', 400) })

const hour = z.strictObject({ time: timeOfDay('Time'), title: line('Title', 80), text: text('Text', 300) })

const step = z.strictObject({ title: line('Title', 60), text: text('Text', 300) })

/** The careers page. Its heading contains the company's name; the e-mail address is content of the site section. */
export const careers = defineSection({
  id: 'careers',
  label: 'Careers',
  icon: 'person',
  editor: 'site/sections/careers/careers-editor.tsx',
  file: 'pages/careers.md',
  schema: z.strictObject({
    lead: line('Opening sentence', 200),
    image: optionalImageFile('Image', { width: 750 }),
    imageAlt: imageAlt(),
    intro: text('Intro', 400),
    whyTitle: line('Title of the Why section', 120),
    whyImage: optionalImageFile('Image of the Why section', { width: 750 }),
    whyImageAlt: imageAlt(),
    dayTitle: line('Title of the day', 120).default('One day on the early shift'),
    day: list('Hours of the day', hour, { max: 10 }).default([]),
    values: list('Values', value, { max: 12 }),
    applyTitle: line('Title of the Apply section', 120),
    applyLead: text('Introduction of the Apply section', 300),
    steps: list('Steps', step, { max: 8 }),
    body: markdown('Text of the Why section', 10_000),
  }),
  page: '/careers',
})
export type Careers = ContentOf<typeof careers>
