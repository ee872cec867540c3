import { data, type ActionFunctionArgs } from '@remix-run/node'
import { InvalidContent } from '#app/cms/content/store/errors.ts'
import type { Section } from '#app/cms/define/define-site.ts'
import { undoOfSeveral } from '#app/cms/editing/server/undo-of-several.ts'
import { adminAction, adminLoader } from '#app/cms/guard.server.ts'
import type { User } from '#app/cms/people/guard/user.ts'
import { hasRole } from '#app/cms/people/roles.ts'
import { ExpectedError } from '#app/cms/platform/expected-error.ts'
import { countOf, enumerate } from '#app/cms/platform/format/words.ts'
import { askedWith, ConfirmationNeeded } from '#app/cms/platform/http/confirmation.server.ts'
import { csvDownload } from '#app/cms/platform/http/download.server.ts'
import { unknownIntent } from '#app/cms/platform/http/http-error.ts'
import { today } from '#app/cms/platform/site-time.ts'
import { newKeyFor } from '#app/cms/publishing/new-entry-key.server.ts'
import { currentSite } from '#app/cms/site.server.ts'
import { issuesOfEdition } from '#app/site/collections/grades/grade-editions.ts'
import { grades } from '#app/site/collections/grades/grades.ts'
import type { GradeChange } from './compare-row.server.ts'
import { changedSince, compareSheet } from './compare-sheet.server.ts'
import { sheetIntents } from './grade-sheet-intents.ts'
import { readSheetForm, type PostedSheet } from './read-sheet-form.server.ts'
import { asCopiedCells, sheetState, writeSheet } from './sheet-state.server.ts'

const LIST = `/admin/${grades.id}`

/** The screen. `?copy` puts the grades into the field, of one product page with `?product=`. */
export const gradeSheetLoader = adminLoader('editor', ({ request, user }) => {
  const search = new URL(request.url).searchParams
  const product = search.get('product') ?? ''
  const { headings, rows } = search.has('copy') ? writeSheet(currentSite(), product) : { headings: [], rows: [] }
  const { names, grades: all } = sheetState(currentSite())
  const used = new Set([...all.values()].map(({ value }) => value.product))
  const needsApproval = currentSite().approvals.isNeededFor(grades.id)
  return {
    product,
    products: [...names.products].flatMap(([key, title]) => (used.has(key) ? { key, title } : [])),
    copied: headings.length === 0 ? '' : asCopiedCells([headings, ...rows]),
    needsApproval,
    mayPublish: hasRole(user.role, 'publisher') && !needsApproval,
  }
})

/** The grades as a file for a spreadsheet program. */
export const gradeSheetCsvLoader = adminLoader('editor', ({ request, context }) => {
  const product = new URL(request.url).searchParams.get('product') ?? ''
  const { headings, rows } = writeSheet(currentSite(), product)
  return csvDownload(headings, rows, { fileName: `grades-${today()}.csv`, context })
})

/**
 * Shows what a pasted sheet changes (`compare`), publishes it in one publication (`publish`), or makes a release with a
 * draft of each grade (`draft`). Whatever is refused, the response has the text that was pasted, and nothing is written.
 */
export const gradeSheetAction = adminAction('editor', postSheet, { intents: sheetIntents })

async function postSheet({ request, user: sender }: ActionFunctionArgs & { user: User }) {
  const posted = await readSheetForm(request)
  const { text, leavesOut, intent } = posted
  if (posted.problem !== '') return reply(posted, 413, { failure: posted.problem })
  if (!(Object.values(sheetIntents) as string[]).includes(intent)) throw unknownIntent()
  if (text.trim() === '') return reply(posted, 422, { failure: 'Paste the rows, or choose a CSV file.' })
  const drafts = currentSite().drafts.list()
  const withDraft = new Set(
    drafts.flatMap(({ section: { entry } }) => (entry?.collection === grades.id ? entry.key : [])),
  )
  const { preview, changes: compared } = compareSheet(text, { state: sheetState(currentSite()), withDraft, leavesOut })
  if (intent === sheetIntents.compare || preview.problems.length > 0)
    return reply(posted, preview.problems.length > 0 ? 422 : 200, { preview })
  const others = changedSince(posted.seen, compared)
  if (others.length > 0) {
    const failure = `Nothing was saved: ${enumerate(others)} changed since the changes were shown. Look at them again below.`
    return reply(posted, 409, { preview, failure })
  }
  if (compared.length === 0) return reply(posted, 200, { preview })
  const changes = compared.map((change) => ({ ...change, next: { ...change.next, whatChanged: posted.whatChanged } }))
  const user = askedWith(sender, request, posted.form)
  try {
    if (intent === sheetIntents.draft) return await saveDrafts(await sectionsOf(changes), user)
    if (!hasRole(user.role, 'publisher'))
      throw new ExpectedError(403, 'With your role you can save drafts. Nothing was published.')
    const missing = missingSentence(changes)
    if (missing !== undefined)
      return reply(posted, 422, { preview, failure: `${missing}. Nothing was published.`, sentenceError: missing })
    return await publish(await sectionsOf(changes), user)
  } catch (error) {
    // Its question has the form.
    if (error instanceof ConfirmationNeeded || !(error instanceof ExpectedError)) throw error
    return reply(posted, error.status, { preview, failure: inWords(error, changes) })
  }
}

/** What the screen shows again. */
function reply(
  { text, leavesOut, whatChanged }: PostedSheet,
  status: number,
  {
    preview,
    failure,
    sentenceError,
  }: { preview?: ReturnType<typeof compareSheet>['preview']; failure?: string; sentenceError?: string },
) {
  // A form that was too large was not read: the browser keeps what was pasted.
  return data({ text: text === '' ? undefined : text, leavesOut, whatChanged, preview, failure, sentenceError }, status)
}

/** Says of how many grades published values change, if the sentence about that is missing. */
function missingSentence(changes: readonly GradeChange[]): string | undefined {
  const { content } = currentSite()
  const names = changes.flatMap(({ key, next, name }) => {
    const before = key === undefined ? undefined : content.find(grades.entry(key))?.value
    return issuesOfEdition(next, before).length > 0 ? name : []
  })
  if (names.length === 0) return undefined
  const whose = names.length === 1 ? enumerate(names) : countOf(names.length, 'grade')
  return `Published values of ${whose} change: say in one sentence what changed and why`
}

/** The message with the name of the grade that the store refuses. */
function inWords(error: ExpectedError, changes: readonly GradeChange[]) {
  if (!(error instanceof InvalidContent)) return error.message
  const name = changes.find(({ key = '' }) => grades.idPrefix + key === error.section)?.name ?? 'A new grade'
  return `${name}: ${error.issues.map(({ message }) => message).join('. ')}. Nothing was saved.`
}

interface SectionOfChange extends GradeChange {
  section: Section
}

/** The changes with their sections. New grades get keys that no grade has or has had. */
async function sectionsOf(changes: readonly GradeChange[]): Promise<SectionOfChange[]> {
  const made: SectionOfChange[] = []
  for (const change of changes) {
    const key = change.key ?? (await newKeyFor(currentSite(), grades, change.name))
    const section = key === undefined ? undefined : currentSite().sections.resolve(grades.idPrefix + key)
    if (!section) throw new ExpectedError(422, `${change.name}: the name needs a letter or a digit. Nothing was saved.`)
    const twin = made.find((other) => other.section.id === section.id)
    if (twin) {
      const message = `The names “${twin.name}” and “${change.name}” are too much alike to make both at one time. Nothing was saved.`
      throw new ExpectedError(422, message)
    }
    made.push({ ...change, section })
  }
  return made
}

const REASON = 'Spreadsheet of grades'

async function publish(changes: readonly SectionOfChange[], author: User) {
  const { content, flash } = currentSite()
  const published = await content.publish(
    changes.map(({ section, next, version, name }) => ({
      section,
      change: () => {
        // Another edit may have been faster.
        if ((content.find(section)?.version ?? '') !== version)
          throw new ExpectedError(409, `${name} was changed by somebody else just now. Nothing was saved.`)
        return next
      },
    })),
    { author, reason: REASON, id: 'grades-sheet' },
  )
  const undo = undoOfSeveral(published)
  return flash.flashRedirect(LIST, {
    kind: 'success',
    message: `${inCounts(changes)} published at one moment`,
    ...(undo !== undefined && { undo: { address: LIST, entry: undo } }),
  })
}

async function saveDrafts(changes: readonly SectionOfChange[], author: User) {
  const { releases, flash } = currentSite()
  const saved = changes.map(({ section, next, version, key }) => ({
    ...{ section, content: next, version },
    ...(key === undefined && { expectedRevision: null }),
  }))
  const { id } = await releases.createWithDrafts({ name: `Grades from a spreadsheet, ${today()}` }, { saved }, author)
  return flash.flashRedirect(`/admin/releases/${id}`, {
    kind: 'success',
    message: `${inCounts(changes)} saved as drafts in this release. They are not published yet.`,
  })
}

function inCounts(changes: readonly GradeChange[]) {
  const made = changes.filter(({ key }) => key === undefined).length
  const parts = [
    ...(made > 0 ? [countOf(made, 'new grade')] : []),
    ...(changes.length > made ? [countOf(changes.length - made, 'changed grade')] : []),
  ]
  return parts.join(' and ')
}
