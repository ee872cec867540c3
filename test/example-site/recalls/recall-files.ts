import { pagesOf } from '#app/cms/define/collection-pages.ts'
import type { SiteReader } from '#app/cms/define/content-reader.ts'
import type { FileRules } from '#app/cms/define/define-site.ts'
import { fileAt } from '#app/cms/media/media-address.ts'
import { recalls, type Recall } from './recalls.ts'

const NOTICES = '/notices'

/**
 * Visitors get the notice of a recall at a fixed address, of one that has ended only after they have read that, and of a
 * withdrawn one no more.
 */
export const recallFiles: FileRules = {
  isWithheld: (site, file) => withdrawn(site, file) !== undefined,
  goneBecause(site, file) {
    const recall = withdrawn(site, file)
    return recall && `The recall of ${recall.title} was withdrawn: ${recall.withdrawnBecause}`
  },
  fixed: {
    below: NOTICES,
    fileOf: (site, key) => noticeOf(recallWithKey(site, key)),
    pages: ['reason'],
    mayHave: (site, key) => recallWithKey(site, key) !== undefined,
  },
  confirmation: (site, file) =>
    shown(site).flatMap(({ key, value }) =>
      value.endedOn !== '' && noticeOf(value) === file ? `${NOTICES}/${key}` : [],
    )[0],
}

/** A recall that visitors find. */
export function recallWithKey(site: SiteReader, key: string): Recall | undefined {
  return pagesOf(site, recalls).withKey(key)?.value
}

/** The path of its notice below the uploads folder. */
export function noticeOf(recall: Recall | undefined) {
  return recall && fileAt(recall.notice)
}

function shown(site: SiteReader) {
  return pagesOf(site, recalls).listed()
}

function withdrawn(site: SiteReader, file: string) {
  return shown(site).find(({ value }) => value.withdrawnBecause !== '' && noticeOf(value) === file)?.value
}
