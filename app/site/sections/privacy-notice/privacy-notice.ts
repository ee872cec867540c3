import { z } from 'zod'
import { defineSection, type ContentOf } from '#app/cms/define/define-section.ts'
import { count, email, flag, id, languageCode, line, list, text, uniqueBy } from '#app/cms/define/fields.ts'
import { MESSAGE_DAYS } from '#app/cms/platform/message-days.ts'
import { PRIVACY_PAGE } from '#app/site/addresses/privacy-address.ts'

/** One kind of personal data, and what it is used for. */
const dataItem = z.strictObject({
  _id: id(),
  item: line('Data', 150),
  purpose: line('Purpose', 200),
  isOfSearches: flag('About counted searches'),
})

/** One part of the text, such as who sees the data. A blank line begins a paragraph. */
const noticePart = z.strictObject({
  _id: id(),
  title: line('Title', 120),
  text: text('Text', 2000),
})

/** The notice in one language. */
const noticeText = z.strictObject({
  _id: id(),
  language: languageCode('Language'),
  title: line('Title', 100),
  lead: text('Introduction', 400),
  /** Beside the forms. */
  summary: text('Summary beside the form', 600),
  itemsTitle: line('Title of the table', 100),
  items: list('Data and purposes', dataItem, { min: 1, max: 40 }),
  parts: list('Parts', noticePart, { min: 1, max: 20 }),
})
export type NoticeText = z.output<typeof noticeText>

/** What visitors are told before they send personal data: a notice of its own, item by item. */
export const privacyNotice = defineSection({
  id: 'privacy-notice',
  label: 'Privacy notice',
  icon: 'shield',
  editor: 'site/sections/privacy-notice/privacy-notice-editor.tsx',
  file: 'privacy-notice.yaml',
  schema: z.strictObject({
    contactName: line('Contact', 150),
    contactEmail: email('E-mail of the contact'),
    keptDays: count('Days that messages are kept', { min: MESSAGE_DAYS.least, max: MESSAGE_DAYS.most }),
    texts: list('Languages', noticeText, { min: 1, max: 23 }).check(uniqueBy('language', 'Language')),
  }),
  page: PRIVACY_PAGE,
})
export type PrivacyNotice = ContentOf<typeof privacyNotice>

/** The text in a language; the first one if there is none. */
export function noticeIn({ texts }: PrivacyNotice, language = ''): NoticeText | undefined {
  return texts.find((one) => one.language === language) ?? texts[0]
}

/** True if each language has an item about what visitors search for, so that it may be counted. */
export function namesSearches({ texts }: Pick<PrivacyNotice, 'texts'>): boolean {
  return texts.every(({ items }) => items.some(({ isOfSearches }) => isOfSearches))
}

/** What a text says of the days that messages are kept. */
const DAYS = '{days}'

/** A text with the number of days in place of `{days}`, and with whole years in place of `{days} days`. */
export function withDays(said: string, { keptDays }: Pick<PrivacyNotice, 'keptDays'>): string {
  const days = keptDays.toLocaleString('en')
  return said.replaceAll(`${DAYS} days`, wholeYears(keptDays) ?? `${days} days`).replaceAll(DAYS, days)
}

/** `three years`, with the leap days that they may have; undefined for other numbers of days. */
function wholeYears(days: number): string | undefined {
  const years = Math.floor(days / 365)
  const words = ['one year', 'two years', 'three years', 'four years', 'five years'][years - 1]
  return days - years * 365 <= Math.ceil(years / 4) ? words : undefined
}
