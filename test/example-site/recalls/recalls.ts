import { z } from 'zod'
import { defineCollection, visibilityOf } from '#app/cms/define/define-collection.ts'
import type { PostedFields } from '#app/cms/define/define-section.ts'
import {
  day,
  line,
  optionalDay,
  optionalDocumentUrl,
  optionalLine,
  optionalText,
  text,
} from '#app/cms/define/fields.ts'
import { formatDay } from '#app/cms/platform/format/day.ts'
import { today } from '#app/cms/platform/site-time.ts'
import { allergenNotice } from '../home/allergen-notice.ts'

const recall = z.strictObject({
  title: line('Bread', 60),
  day: day('Baked on'),
  reason: text('Reason', 300),
  notice: optionalDocumentUrl('Notice'),
  endedOn: optionalDay('Ended on'),
  withdrawnBecause: optionalText('Reason for the withdrawal', 300),
  /** The moment since when it is public. */
  since: optionalLine('Public since', 40),
})
export type Recall = z.output<typeof recall>

/** Breads that the shop has called back. A recall that was public is kept for a year. */
export const recalls = defineCollection({
  id: 'recalls',
  label: 'Recalls',
  icon: 'shield',
  names: {
    noun: 'recall',
    title: ({ title }) => title,
    label: ({ title }) => `Recall of ${title}`,
    inMessages: ({ title }) => `Recall (${title})`,
  },
  idPrefix: 'recall-',
  files: 'recalls/*.yaml',
  schema: recall,
  // The first format had the bread and its day in one field.
  format: {
    version: 2,
    migrate({ batch, ...content }) {
      const [, title, baked] = /^(.+) of (\d{4}-\d{2}-\d{2})$/.exec(String(batch)) ?? []
      return batch === undefined ? content : { ...content, title, day: baked }
    },
  },
  form: {
    module: 'recalls/recall-fields.tsx',
    prefill: (query) => ({ day: query.get('day') ?? today() }),
    restore: ({ endedOn }, query) => ({ endedOn: query.has('reopen') ? '' : endedOn }),
    preprocess: endToday,
  },
  pages: { shownOn: (index) => (index === undefined ? '/#recalls' : `/#recall-${index + 1}`) },
  order: { by: ({ day: baked }) => baked, newestFirst: true },
  list: {
    columns: [
      { label: 'Batch', value: ({ title, day: baked }) => `${title}, ${formatDay(baked)}`, isRowHeader: true },
      { label: 'Reason', value: ({ reason }) => reason, file: ({ notice }) => notice },
    ],
    filters: [
      {
        name: 'year',
        label: 'Year',
        everything: 'All years',
        value: ({ day: baked }) => baked.slice(0, 4),
        isDescending: true,
      },
    ],
    stateLabel: ({ endedOn, withdrawnBecause }) => (withdrawnBecause === '' ? endedOn && 'Ended' : 'Withdrawn'),
    links: [{ label: allergenNotice.label, href: '/admin/allergen-notice' }],
  },
  lifecycle: {
    checkChange: (next, before) =>
      before === undefined && (next as Recall).endedOn !== ''
        ? [{ path: 'endedOn', message: 'A recall begins before it ends' }]
        : [],
    complete(next, before, now) {
      const since = (before as Recall | undefined)?.since ?? ''
      return { ...(next as Recall), since: since === '' && visibilityOf(next) !== 'hidden' ? now.toISOString() : since }
    },
    keptBecause: (content, now) =>
      now.getTime() - Date.parse((content as Recall).since) < YEAR_MS ? `${KEPT} Withdraw it instead.` : undefined,
    withdrawal: {
      reasonOf: (content) => (content as Recall).withdrawnBecause,
      withdraw: (content, reason) => ({ ...(content as Recall), withdrawnBecause: reason }),
      noteBefore: (content) => (visibilityOf(content) === 'hidden' ? undefined : KEPT),
    },
  },
  api: {
    path: 'recalls',
    kind: 'entries',
    upload: { from: 'file', to: 'notice' },
    keeps: 'all',
    staffOnly: {
      example: { title: 'Seeded rye', day: '2026-11-02', reason: 'Sesame is not named', visibility: 'hidden' },
    },
  },
})
const KEPT = 'A recall that was public is kept for a year.'
const YEAR_MS = 365 * 86_400_000

/** The box “Ended today” of the form fills in the day. */
function endToday(posted: PostedFields): PostedFields {
  if (posted.content.has('endsToday')) posted.content.set('endedOn', today())
  posted.content.delete('endsToday')
  return posted
}
