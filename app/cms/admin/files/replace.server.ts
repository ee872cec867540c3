import { askedWith } from '#app/cms/platform/http/confirmation.server.ts'
import { redirect } from '@remix-run/node'
import { adminAction, adminLoader } from '#app/cms/guard.server.ts'
import { releaseHref } from '#app/cms/admin/releases/release-state.server.ts'
import { fieldLabelAt } from '#app/cms/content/compare/describe-collisions.ts'
import { schemaLabels } from '#app/cms/content/compare/schema-labels.ts'
import { adminAddress } from '#app/cms/define/admin-address.ts'
import type { SectionDefinition } from '#app/cms/define/define-section.ts'
import { fileAt } from '#app/cms/media/media-address.ts'
import type { LibraryFile } from '#app/cms/media/library/library-file.ts'
import {
  findLibraryFile,
  findStoredFile,
  libraryDocuments,
  libraryImages,
} from '#app/cms/media/library/library-files.server.ts'
import { replaceFileRefs } from '#app/cms/media/library/replace-file-refs.ts'
import { receiveForm, stagedReceiver, uploadKindOfName } from '#app/cms/media/uploads/receive-form.server.ts'
import type { User } from '#app/cms/people/guard/user.ts'
import { hasRole } from '#app/cms/people/roles.ts'
import { ExpectedError } from '#app/cms/platform/expected-error.ts'
import { countOf } from '#app/cms/platform/format/words.ts'
import { unknownIntent } from '#app/cms/platform/http/http-error.ts'
import { textOf } from '#app/cms/platform/http/read-form.server.ts'
import { currentSite } from '#app/cms/site.server.ts'
import { FILES_PAGE, filesHref, replaceHref } from './files-address.ts'
import { replaceIntents } from './files-intents.ts'

/** The files that are suggested as a replacement: the newest ones. */
const MAX_SUGGESTED = 500

/** The fields of a section that are shown. */
const MAX_FIELDS = 10

/** A section that names the file, and what the replacement changes there. */
interface SectionChange {
  section: SectionDefinition
  version: string
  content: unknown
  paths: string[]
}

/**
 * The file of `?file=`, the sections that name it, and, with `?by=`, what changes if that file replaces it everywhere.
 * A file that does not exist any more leads back to the list of files.
 */
export const replaceLoader = adminLoader('editor', ({ request, user }) => {
  const { file, by, problem } = readReplacement(request)
  if (!file) throw redirect(FILES_PAGE)
  const { media, drafts, content } = currentSite()
  const listed = file.kind === 'image' ? libraryImages(media.forStaff) : libraryDocuments(media.forStaff, [file.kind])
  const uses = usesOf(file)
  return {
    file,
    by,
    problem,
    back: filesHref({ kind: file.kind === 'image' ? 'image' : 'document' }),
    suggested: listed
      .filter((other) => other.file !== file.file)
      .slice(0, MAX_SUGGESTED)
      .map((other) => other.file),
    changes: uses.map(({ section, paths }) => ({
      label: section.label,
      href: adminAddress(section),
      fields: paths
        .slice(0, MAX_FIELDS)
        .map((path) => fieldLabelAt(content.find(section)?.value, path, schemaLabels(section.schema))),
      moreFields: Math.max(0, paths.length - MAX_FIELDS),
      needsApproval: currentSite().approvals.isNeeded(section),
    })),
    references: uses.reduce((sum, { paths }) => sum + paths.length, 0),
    /** Drafts name it as well. They keep it. */
    drafts: drafts.list().flatMap(({ section, content }) => (names(content, file) ? [section.label] : [])),
    isSmaller: isSmaller(file, by),
    mayPublish: hasRole(user.role, 'publisher'),
  }
})

/**
 * Stages the file of `replacement-upload`, or takes the one that is named in `replacement`, and shows what it changes
 * (`intent=choose`). Makes a release with a draft of each section that names the file (`draft`), and publishes it
 * (`publish`). What keeps it from being published, such as a missing approval, is said on the page of the release.
 */
export const replaceAction = adminAction('editor', replaceFile, { intents: replaceIntents })

async function replaceFile({ request, user }: { request: Request; user: User }) {
  const { media, flash } = currentSite()
  const { file, by } = readReplacement(request)
  if (!file) return flash.flashRedirect(FILES_PAGE, { kind: 'failure', message: 'This file no longer exists.' })
  const { formData, fileErrors } = await receiveForm(request, {
    owner: user.id,
    receiverOf: (input) =>
      input === 'replacement-upload' ? stagedReceiver(media, 'replacement', uploadKindOfName) : undefined,
  })
  const here = replaceHref(file.file, by?.file)
  switch (formData.get('intent')) {
    case replaceIntents.choose: {
      const [refused] = Object.values(fileErrors).flat()
      if (refused !== undefined) return flash.flashRedirect(here, { kind: 'failure', message: refused })
      const chosen = textOf(formData.getAll('replacement').at(-1)).trim()
      if (chosen === '') return flash.flashRedirect(here, { kind: 'failure', message: 'Choose the new file first.' })
      return redirect(replaceHref(file.file, fileAt(chosen) ?? chosen), 303)
    }
    case replaceIntents.draft:
    case replaceIntents.publish:
      return replaceEverywhere({
        file,
        by,
        user: askedWith(user, request, formData),
        publishes: formData.get('intent') === replaceIntents.publish,
      })
    default:
      throw unknownIntent()
  }
}

interface Replacement {
  file: LibraryFile
  by: LibraryFile | undefined
  user: User
  publishes: boolean
}

async function replaceEverywhere({ file, by, user, publishes }: Replacement) {
  const { flash, releases } = currentSite()
  const here = replaceHref(file.file, by?.file)
  if (publishes && !hasRole(user.role, 'publisher'))
    return flash.flashRedirect(here, { kind: 'failure', message: 'With your role you can create a release of drafts.' })
  const changes = by ? changesOf(file, by) : []
  if (!by || changes.length === 0)
    return flash.flashRedirect(here, { kind: 'failure', message: 'Nothing would change. Choose the new file first.' })
  let release
  try {
    const name = `Replace ${shortName(file)} by ${shortName(by)}`
    const saved = changes.map(({ section, content, version }) => ({ section, content, version }))
    release = await releases.createWithDrafts({ name }, { saved }, user)
  } catch (error) {
    if (!(error instanceof ExpectedError)) throw error
    return flash.flashRedirect(here, { kind: 'failure', message: error.message })
  }
  const page = releaseHref(release)
  const what = `${countOf(changes.length, 'section')} with the new file`
  if (!publishes) return flash.flashRedirect(page, { kind: 'success', message: `Release of ${what} created` })
  try {
    await releases.publish(release.id, user)
    return flash.flashRedirect(page, { kind: 'success', message: `${what} published at one moment` })
  } catch (error) {
    // Also a question about other releases: their screen asks it.
    if (!(error instanceof ExpectedError)) throw error
    return flash.flashRedirect(page, {
      kind: 'failure',
      message: 'Nothing is published yet',
      detail: `${error.message} The changes are drafts of this release.`,
    })
  }
}

/** The file of the address and the one that is to replace it, or why that cannot replace it. */
function readReplacement(request: Request) {
  const search = new URL(request.url).searchParams
  const { forStaff } = currentSite().media
  const file = findLibraryFile(forStaff, search.get('file') ?? '')
  const named = search.get('by') ?? ''
  const by = named === '' ? undefined : findStoredFile(forStaff, named)
  if (!file || named === '') return { file, by: undefined, problem: undefined }
  if (!by)
    return { file, by: undefined, problem: `There is no file called ${named}. Upload it first, or choose another one.` }
  if (by.kind !== file.kind) return { file, by: undefined, problem: `${by.file} is a file of another kind.` }
  if (by.file === file.file) return { file, by: undefined, problem: 'This is the same file. Choose another one.' }
  return { file, by, problem: undefined }
}

/** The published sections that name a file, with the places. */
function usesOf(file: LibraryFile): SectionChange[] {
  // Any other name finds the places.
  return changesOf(file, { ...file, file: `${file.file}-` })
}

function changesOf(file: LibraryFile, by: LibraryFile): SectionChange[] {
  const { content: store, sections } = currentSite()
  return sections.all().flatMap((section) => {
    // What the website itself keeps says what was public, and stays so.
    const published = section.editor === undefined ? undefined : store.find(section)
    if (!published) return []
    const { content, paths } = replaceFileRefs(published.value, file.file, by.file)
    return paths.length === 0 ? [] : [{ section, version: published.version, content, paths }]
  })
}

function names(content: unknown, file: LibraryFile) {
  return replaceFileRefs(content, file.file, `${file.file}-`).paths.length > 0
}

/** True for a picture with fewer pixels in a direction: it may be blurred where the old one was sharp. */
function isSmaller(file: LibraryFile, by: LibraryFile | undefined) {
  if (!file.size || !by?.size) return false
  return by.size.width < file.size.width || by.size.height < file.size.height
}

/** The name without its folder and the digits of its content. */
function shortName({ file }: LibraryFile) {
  return file
    .slice(file.lastIndexOf('/') + 1)
    .replace(/-[0-9a-f]{8}(?=\.)/, '')
    .slice(-50)
}
