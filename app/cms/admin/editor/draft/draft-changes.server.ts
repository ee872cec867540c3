import { askedWith } from '#app/cms/platform/http/confirmation.server.ts'
import { data } from '@remix-run/node'
import { shownDifferences, type PageBudget } from '#app/cms/admin/history/history-difference.server.ts'
import { requireKnownSection } from '#app/cms/editing/server/section-history.server.ts'
import type { User } from '#app/cms/people/guard/user.ts'
import { changeApproval, viewOfApproval } from '#app/cms/admin/approval/approval.server.ts'
import { approvalIntents } from '#app/cms/admin/approval/approval-intents.ts'
import { addToReleaseIntents } from '#app/cms/admin/releases/release-intents.ts'
import { hasRole } from '#app/cms/people/roles.ts'
import { listDifferences } from '#app/cms/content/compare/content-differences.ts'
import type { EffectiveDraft } from '#app/cms/publishing/drafts/draft.ts'
import { enumerate } from '#app/cms/platform/format/words.ts'
import { formatTimeInSentence } from '#app/cms/platform/format/time.ts'
import { adminAction, adminLoader } from '#app/cms/guard.server.ts'
import { formRefusal } from '#app/cms/platform/http/error-responses.server.ts'
import { unknownIntent } from '#app/cms/platform/http/http-error.ts'
import { readSmallForm, textOf } from '#app/cms/platform/http/read-form.server.ts'
import { documentsIn, resolveImages } from '#app/cms/media/library/used-files.server.ts'
import { askBeforeAdding } from '#app/cms/publishing/releases/ask-first.server.ts'
import { isOpen } from '#app/cms/publishing/releases/release-format.ts'
import { formatReleaseTime } from '#app/cms/publishing/releases/release-time.ts'
import type { SectionDefinition } from '#app/cms/define/define-section.ts'
import { schemaLabels } from '#app/cms/content/compare/schema-labels.ts'
import { currentSite } from '#app/cms/site.server.ts'
import { editorAddress } from '#app/cms/editing/server/draft-ref.server.ts'

/**
 * What a draft changes, field by field, with the files that both sides reference. That is what an approval is given to.
 * If the draft conflicts with a later publication: the differences between what is published and the draft. With a
 * `budget`, the page shows other differences too.
 */
export function differencesOfDraft({ draft, value, version, conflicts }: EffectiveDraft, budget?: PageBudget) {
  const { auth, content, media } = currentSite()
  const { section, base } = draft
  const fieldLabels = schemaLabels(section.schema)
  const [before, after] = conflicts.length === 0 ? [base.content, draft.content] : [content.find(section)?.value, value]
  const differences = listDifferences(before, after, { fieldLabels, withEntryFields: true })
  const { shown, hidden } = shownDifferences(differences, budget)
  const others = draft.authors.filter((author) => author !== draft.author)
  return {
    by: auth.accounts.nameOf(draft.author),
    when: formatTimeInSentence(draft.time),
    others: enumerate(others.map((author) => auth.accounts.nameOf(author))),
    /** True if something else was published since, and the draft can be merged with it. */
    isMerged: conflicts.length === 0 && version !== base.version,
    count: differences.length,
    shown,
    hidden,
    // Files that are not public yet are included, because only staff can request them.
    images: resolveImages(shown, media.forStaff.library),
    documents: documentsIn(shown, media.forStaff.documents),
  }
}

/** Address of the preview of a section's page with its draft, with the fragment of the section. */
function previewAddress({ id, page }: SectionDefinition) {
  const [, hash] = page.split('#')
  return `/admin/preview/${id}?draft=yes${hash === undefined ? '' : `#${hash}`}`
}

/**
 * What the draft of a section changes, and the releases that it can be added to. Throws 404 if there is no draft
 * outside a release.
 */
export const draftChangesLoader = adminLoader('editor', ({ params, user }) => {
  const section = requireKnownSection(params['section'])
  const effective = currentSite().drafts.effective(section)
  if (!effective) throw new Response('There is no draft of this section outside a release.', { status: 404 })
  return {
    section: {
      id: section.id,
      label: section.label,
      href: editorAddress({ section, release: undefined }),
      previewHref: previewAddress(section),
    },
    releases: releasesFor(section, user),
    approval: viewOfApproval({ section, release: undefined }, user),
    ...differencesOfDraft(effective),
  }
})

/**
 * Adds the draft of a section to a release (`intent=add`): to `release`, or to a new one called `name`. Redirects to
 * the release, or responds with the reason, the typed values and 422, 409 or the status of a storage error. The other
 * intents are those of the approval form.
 */
export const draftChangesAction = adminAction('editor', changeDraft, {
  intents: [approvalIntents, addToReleaseIntents],
})

async function changeDraft({ request, params, user }: ChangeAsked) {
  const section = requireKnownSection(params['section'])
  const { fields, form } = await readSmallForm(request)
  const author = askedWith(user, request, form)
  const changed = await changeApproval({ section, release: undefined }, { request, fields, user: author })
  if (changed) return changed
  if (fields['intent'] !== addToReleaseIntents.add) throw unknownIntent()
  const values = { release: textOf(fields['release']), name: textOf(fields['name']) }
  const { auth, drafts, releases, flash } = currentSite()
  const refuse = (status: number, errors: AddErrors) => data({ added: { values, errors } }, { status })
  if (!drafts.find(section)) return refuse(409, { form: ['This draft no longer exists.'] })
  if (values.release === '' && values.name.trim() === '') {
    return refuse(422, { name: ['Choose a release, or enter the name of a new one'] })
  }
  if (values.release !== '' && values.name.trim() !== '') {
    return refuse(422, { release: ['Choose “A new release”, or clear the name below'] })
  }
  if (values.release !== '' && !releasesFor(section, user).some(({ id }) => id === values.release)) {
    return refuse(422, { release: ['The draft cannot be added to this release. Choose another release'] })
  }
  if (values.release !== '') askBeforeAdding(author, { releases, drafts }, section, values.release)
  try {
    const to =
      values.release || (await releases.createWithDrafts({ name: values.name }, { moved: [section] }, author)).id
    if (values.release !== '') await releases.moveDrafts([section], { to, by: author })
    auth.recoveredForms.removeForm(request)
    const message = `The draft of ${section.label} is in this release now`
    return flash.flashRedirect(`/admin/releases/${to}`, { kind: 'success', message })
  } catch (error) {
    const { status, errors } = formRefusal(error)
    return refuse(status, errors)
  }
}

interface ChangeAsked {
  request: Request
  params: Record<string, string | undefined>
  user: User
}

/** Error messages by field; those of `form` concern the whole form. */
interface AddErrors {
  release?: string[]
  name?: string[]
  form?: string[]
}

/** The open releases that do not change the section yet, and whose drafts this person may change. */
function releasesFor(section: SectionDefinition, user: User) {
  const { releases, drafts } = currentSite()
  const isPublisher = hasRole(user.role, 'publisher')
  return releases
    .list()
    .filter((release) => isOpen(release) && (isPublisher || release.state !== 'scheduled'))
    .filter(({ id }) => !drafts.find(section, id))
    .map(({ id, name, time }) => ({ id, label: time === undefined ? name : `${name}, ${formatReleaseTime(time)}` }))
}
