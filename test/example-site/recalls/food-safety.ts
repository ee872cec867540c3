import type { Checklist, ChecklistSite } from '#app/cms/define/site-checklist.ts'
import { pagesOf } from '#app/cms/define/collection-pages.ts'
import { recalls } from './recalls.ts'

/** What the inspector asks for. */
export const foodSafety: Checklist = {
  id: 'food-safety',
  label: 'Food Safety',
  icon: 'quality',
  note: 'What the inspector asks for.',
  rules: recalls,
  parts: (site) => [
    {
      id: 'notices',
      title: 'Recalls without a notice',
      empty: 'Every recall has its notice.',
      isMissing: true,
      items: withoutNotice(site).map(({ key, title }) => ({
        id: key,
        title,
        detail: 'There is no PDF for the shops.',
        steps: [{ label: 'Add the notice', href: `/admin/recalls/${key}` }],
      })),
    },
  ],
  states: (site) =>
    new Map(
      pagesOf(site, recalls)
        .listed()
        .map(({ key, value: { notice } }) => [
          key,
          notice === '' ? { label: 'No notice', tone: 'bad' } : { label: 'Complete', tone: 'good' },
        ]),
    ),
  notesOfRelease: (before, after) =>
    withoutNotice(after).length > withoutNotice(before).length
      ? [{ text: 'A recall will be public without a notice.', step: { label: 'Recalls', href: '/admin/recalls' } }]
      : [],
}

function withoutNotice(site: ChecklistSite) {
  return pagesOf(site, recalls)
    .listed()
    .filter(({ value }) => value.notice === '')
}
