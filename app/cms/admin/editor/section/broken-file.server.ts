import { adminAddress } from '#app/cms/define/admin-address.ts'
import type { z } from 'zod'
import type { BrokenFile } from '#app/cms/content/store/store.types.ts'
import type { SaveReply } from '#app/cms/editing/form/save-reply.ts'
import { formatTimeInSentence } from '#app/cms/platform/format/time.ts'
import type { SectionDefinition } from '#app/cms/define/define-section.ts'
import { formPartOf, issuesByField } from '#app/cms/editing/server/form-part-of.ts'
import { currentSite } from '#app/cms/site.server.ts'
import type { BrokenFileView, FileLine } from './broken-file.tsx'
import { boundErrors } from '#app/cms/editing/server/edit-reply.server.ts'

/** Value of the query parameter `start` that shows the last valid version in the form. */
export const LAST_VALID = 'last-valid'

/** In characters. Of a longer file, only the lines around the fault are shown. */
const MAX_TEXT = 100_000
const LINES_AROUND = 3
const MAX_LINE = 200
const MAX_LISTED = 20

/**
 * What the editor of a section shows while its file cannot be used; undefined if it can. The form starts from the
 * values of the file, or from the last valid version if that was requested or the file cannot be parsed.
 */
export function formOfBrokenFile(
  section: SectionDefinition<z.ZodObject>,
  { startsFromFile }: { startsFromFile: boolean },
):
  | { value: Record<string, unknown>; version: string; broken: BrokenFileView; invalidFields: SaveReply | undefined }
  | undefined {
  const { content } = currentSite()
  const broken = content.brokenFile(section)
  if (!broken) return undefined
  const { version, value: written, issues } = broken
  const view = viewOf(section, broken)
  const lastValid = content.find(section)?.value
  const isParsed = written !== undefined
  if (lastValid && !(startsFromFile && isParsed)) {
    const other = isParsed ? { startsFrom: 'last-valid' as const, otherStart: adminAddress(section) } : undefined
    return {
      value: lastValid,
      version,
      broken: { ...view, ...(other ?? { startsFrom: 'last-valid' }) },
      invalidFields: undefined,
    }
  }
  const { fields, repairs } = issuesByField(section, isParsed ? issues : [])
  const error = boundErrors({ status: 'error', error: fields })
  return {
    value: formPartOf(section, written),
    version,
    broken: {
      ...view,
      startsFrom: isParsed ? 'file' : 'nothing',
      repairs: listed(repairs),
      ...(lastValid && { otherStart: `${adminAddress(section)}?start=${LAST_VALID}` }),
    },
    invalidFields: { result: error, version },
  }
}

function viewOf(section: SectionDefinition, { fault, text, value }: BrokenFile): BrokenFileView {
  const lines = text?.split('\n') ?? []
  return {
    section: section.id,
    fault,
    lastValidFrom: fault.lastGoodSince && formatTimeInSentence(fault.lastGoodSince),
    isParsed: value !== undefined,
    excerpt: lines.length > 1 && fault.line !== undefined ? excerptOf(lines, fault.line) : [],
    text: text !== undefined && text.length <= MAX_TEXT ? text : undefined,
    repairs: [],
  }
}

/** The lines around the fault. */
function excerptOf(lines: readonly string[], faultLine: number): FileLine[] {
  const first = Math.max(0, faultLine - 1 - LINES_AROUND)
  return lines.slice(first, faultLine + LINES_AROUND).map((text, at) => ({
    number: first + at + 1,
    text: text.slice(0, MAX_LINE),
    isFault: first + at + 1 === faultLine,
  }))
}

function listed(texts: readonly string[]): string[] {
  const more = texts.length - MAX_LISTED
  return more > 0 ? [...texts.slice(0, MAX_LISTED), `and ${more.toLocaleString('en')} more`] : [...texts]
}
