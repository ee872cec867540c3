import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import type { SiteReader } from '#app/cms/define/content-reader.ts'
import { defineSection } from '#app/cms/define/define-section.ts'
import type { DerivedContent } from '#app/cms/define/derived-content.ts'
import { optionalLine } from '#app/cms/define/fields.ts'
import { PRIVACY_PAGE } from '#app/site/addresses/privacy-address.ts'
import type { ShownNotice } from './notice-summary.tsx'
import { noticeIn, privacyNotice, withDays, type PrivacyNotice } from './privacy-notice.ts'

const noticeVersion = z.strictObject({
  /** When it became public (ISO 8601); '' if that is not known. */
  since: optionalLine('Public since', 40),
  notice: privacyNotice.schema,
})

/** Every notice that was public, the first one first. Its number is its place, from 1. */
const noticeVersions = defineSection({
  id: 'privacy-notice-versions',
  label: 'Versions of the privacy notice',
  icon: 'shield',
  file: 'privacy-notice-versions.yaml',
  isOptional: true,
  // Without a limit: what visitors were told has to be kept.
  schema: z.strictObject({ versions: z.array(noticeVersion).meta({ title: 'Versions' }).default([]) }),
  page: PRIVACY_PAGE,
})
type Versions = z.output<typeof noticeVersions.schema>['versions']

/** Records each change of the notice as a new version. */
export const derivedNoticeVersions: DerivedContent = {
  section: noticeVersions,
  derive({ before, after, changed, time }) {
    const next = after(privacyNotice)
    if (!changed.includes(privacyNotice.id) || !next) return undefined
    const former = before(privacyNotice)
    const record = (known: Versions): Versions => {
      // The notice that ships, and one that was edited in its file, are not recorded yet.
      const all = former ? added(known, former, '') : known
      return added(all, next, time.toISOString())
    }
    const known = before(noticeVersions)?.versions ?? []
    if (isDeepStrictEqual(record(known), known)) return undefined
    return {
      reason: 'Version of the privacy notice recorded',
      change: (current) => ({ versions: record((current as { versions: Versions }).versions) }),
    }
  },
}

function added(versions: Versions, notice: PrivacyNotice, since: string): Versions {
  return isDeepStrictEqual(versions.at(-1)?.notice, notice) ? versions : [...versions, { since, notice }]
}

export interface NoticeVersion {
  /** From 1. */
  version: number
  /** ISO 8601; '' if it is not known. */
  since: string
  notice: PrivacyNotice
}

/** Every version of the notice, the current one last. Empty if there is no notice. */
export function allVersions({ content }: SiteReader): NoticeVersion[] {
  const current = content.find(privacyNotice)?.value
  if (!current) return []
  const recorded = content.find(noticeVersions)?.value.versions ?? []
  return added(recorded, current, '').map((one, at) => ({ version: at + 1, ...one }))
}

/** The notice that visitors are shown now. */
export function currentNotice(site: SiteReader): NoticeVersion | undefined {
  return allVersions(site).at(-1)
}

/** The notice in short, for a form; undefined if there is no notice. */
export function shownNotice(site: SiteReader): ShownNotice | undefined {
  const current = currentNotice(site)
  const text = current && noticeIn(current.notice)
  return text && { version: current.version, language: text.language, summary: withDays(text.summary, current.notice) }
}

/** What a version says in a language that data is used for, each purpose once. Undefined for an unknown version. */
export function purposesOf(site: SiteReader, version: number, language: string): readonly string[] | undefined {
  const found = allVersions(site).find((one) => one.version === version)
  const said = found?.notice.texts.some((one) => one.language === language) && noticeIn(found.notice, language)
  return said ? [...new Set(said.items.map(({ purpose }) => purpose))] : undefined
}
