import { z } from 'zod'
import { defineCollection, type ContentOfEntry } from '#app/cms/define/define-collection.ts'
import { choice, day, line, optionalDay, optionalLine } from '#app/cms/define/fields.ts'
import { markdown } from '#app/cms/define/markdown.ts'
import { today } from '#app/cms/platform/site-time.ts'
import { formatDay } from '#app/cms/platform/format/day.ts'
import { KIND_LABELS, KINDS_OF_WORK, labelOfKind } from './kinds-of-work.ts'

const job = z
  .strictObject({
    title: line('Title', 120),
    place: line('Place', 80),
    kind: choice('Employment', KINDS_OF_WORK, KIND_LABELS),
    reference: optionalLine('Reference', 40),
    posted: day('Posted'),
    closes: optionalDay('Closing day'),
    body: markdown('Text', 20_000),
  })
  .check(({ value: { posted, closes }, issues }) => {
    if (closes === '' || closes >= posted) return
    const message = 'The closing day must not be before the day on which the job was posted'
    issues.push({ code: 'custom', input: closes, path: ['closes'], message })
  })

/** Open positions, each with a page below /careers. A job closes at the midnight after its closing day. */
export const jobs = defineCollection({
  id: 'jobs',
  label: 'Jobs',
  names: {
    noun: 'job',
    title: ({ title }) => title,
    label: ({ title, reference }) => (reference === '' ? title : `${title} (${reference})`),
  },
  icon: 'briefcase',
  form: { module: 'site/collections/jobs/job-editor.tsx', prefill: () => ({ kind: 'full-time', posted: today() }) },
  files: 'jobs/*.md',
  schema: job,
  pages: { below: '/careers' },
  lifecycle: { lastDay: ({ closes }) => closes },
  order: { by: ({ posted }) => posted, newestFirst: true },
  list: {
    columns: [
      { label: 'Place', value: ({ place }) => place },
      { label: 'Employment', value: ({ kind }) => labelOfKind(kind) },
      { label: 'Reference', value: ({ reference }) => reference },
      {
        label: 'Closing day',
        value: ({ closes }) => (closes === '' ? 'None' : formatDay(closes)),
        // Those without one come last.
        sortBy: ({ closes }) => closes || '9999',
      },
    ],
  },
  api: { path: 'jobs', kind: 'entries' },
})
export type Job = ContentOfEntry<typeof jobs>
