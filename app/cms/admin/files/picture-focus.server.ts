import { askedWith } from '#app/cms/platform/http/confirmation.server.ts'
import { redirect } from '@remix-run/node'
import { changeDraft, draftForm, draftSavedMessage } from '#app/cms/editing/server/save-draft.server.ts'
import { flashExpectedErrors, undoOn } from '#app/cms/editing/server/section-history.server.ts'
import { adminAddress } from '#app/cms/define/admin-address.ts'
import { adminAction, adminLoader } from '#app/cms/guard.server.ts'
import { FOCUS_LABELS, FOCUS_POSITIONS } from '#app/cms/media/focus/focus-positions.ts'
import { focusPoints, pictureName, withFocusPoint, type FocusPoint } from '#app/cms/media/focus/focus-points.ts'
import { hasVariants } from '#app/cms/media/media-address.ts'
import type { User } from '#app/cms/people/guard/user.ts'
import { hasRole } from '#app/cms/people/roles.ts'
import { unknownIntent } from '#app/cms/platform/http/http-error.ts'
import { readSmallForm } from '#app/cms/platform/http/read-form.server.ts'
import { currentSite } from '#app/cms/site.server.ts'
import { FILES_PAGE, focusHref } from './files-address.ts'
import { focusIntents } from './files-intents.ts'

/**
 * The picture of `?file=`, its focus point and its note, as a draft or as it is published. A picture that does not exist leads
 * to the list of files.
 */
export const focusLoader = adminLoader('editor', ({ request, user }) => {
  const image = requirePicture(request)
  const { value } = draftForm(DRAFT)
  const points = (value as { points: FocusPoint[] }).points
  return {
    image: { file: image.file, width: image.width, height: image.height, bytes: image.bytes },
    said: points.find(({ picture }) => picture === pictureName(image.file)),
    mayPublish: mayPublish(user),
    all: adminAddress(focusPoints),
  }
})

/** Sets or removes the focus point and the note: published at once, or in the draft of a person who may not publish. */
export const focusAction = adminAction('editor', setFocus, { intents: focusIntents })

async function setFocus({ request, user: sender }: { request: Request; user: User }) {
  const { file } = requirePicture(request)
  const { fields, form } = await readSmallForm(request)
  const user = askedWith(sender, request, form)
  if (fields['intent'] !== focusIntents.save) throw unknownIntent()
  const chosen = fields['place'] ?? ''
  const place = FOCUS_POSITIONS.find((one) => one === chosen) ?? ''
  if (place === '' && chosen !== '') throw new Response('There is no such focus point.', { status: 400 })
  const note = typeof fields['note'] === 'string' ? fields['note'].trim() : ''
  const { content, flash } = currentSite()
  const page = focusHref(file)
  const change = (value: { points?: FocusPoint[] }) => ({
    points: withFocusPoint(value.points ?? [], file, { place, note }),
  })
  return flashExpectedErrors(page, async () => {
    if (!mayPublish(user)) {
      const draft = await changeDraft(DRAFT, draftForm(DRAFT).version, user, change)
      return flash.flashRedirect(page, { kind: 'success', message: draftSavedMessage(draft) })
    }
    const said = [
      ...(place === '' ? [] : [`Focus point: ${FOCUS_LABELS[place].toLowerCase()}`]),
      ...(note === '' ? [] : [`Note: ${note}`]),
    ]
    const reason = said.join('. ') || 'Focus point removed'
    const { historyEntry } = await content.update(focusPoints, {
      author: user,
      reason,
      change,
      create: () => change({}),
    })
    const message = historyEntry === undefined ? 'Nothing to change' : 'The focus point is saved'
    return flash.flashRedirect(page, {
      kind: 'success',
      message,
      ...undoOn(adminAddress(focusPoints), historyEntry),
    })
  })
}

const DRAFT = { section: focusPoints, release: undefined }

function mayPublish({ role }: User) {
  return hasRole(role, 'publisher') && !currentSite().approvals.isNeeded(focusPoints)
}

/** The photograph that the address names. */
function requirePicture(request: Request) {
  const image = currentSite().media.forStaff.library.find(new URL(request.url).searchParams.get('file') ?? '')
  if (!image || !mayHaveFocus(image.file)) throw redirect(FILES_PAGE)
  return image
}

/** True for a photograph of a site that has the section of the focus points. A drawing is never cropped. */
export function mayHaveFocus(file: string) {
  return hasVariants(file) && currentSite().definition.sections.includes(focusPoints)
}
