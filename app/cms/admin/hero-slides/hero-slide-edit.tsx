import type { MetaFunction } from '@remix-run/node'
import { Form, Link, useActionData, useLoaderData, useSearchParams } from '@remix-run/react'
import { useState } from 'react'
import { HeroSlideForm } from '#app/site/sections/hero-slides/hero-slide-form.tsx'
import { PresenceList } from '#app/cms/admin/presence/presence-list.tsx'
import { adminMeta } from '#app/cms/admin/shell/admin-page.tsx'
import { ConfirmStep, DeleteButton, PageDialog } from '#app/cms/editing/ui/dialog.tsx'
import { useSaveReply } from '#app/cms/editing/form/notices.tsx'
import { HistoryLink } from '#app/cms/admin/history/history-list.tsx'
import { withSearch } from '#app/cms/admin/editor/list-draft.tsx'
import { keepForm } from '#app/cms/editing/form/save-reply.ts'
import { slideAction, slideLoader } from './hero-slides.server.ts'

export { AdminError as ErrorBoundary } from '#app/cms/admin/shell/admin-page.tsx'

export const loader = slideLoader
export const action = slideAction
export const clientAction = keepForm

export const meta: MetaFunction = () => adminMeta('Edit slide')

const TABLE = '/admin/herocarousel'
const DELETE_FORM = 'delete-slide'
const QUESTION = 'Are you sure you want to delete this slide? You can undo this.'
const DRAFT_QUESTION = 'Are you sure you want to delete this slide in the draft? The published version does not change.'

/** Edits a slide. With `?confirm=delete` asks whether to delete it, for browsers without scripts. */
export default function HeroSlidePage() {
  const { slide } = useLoaderData<typeof loader>()
  // Another slide is another form: nothing typed may leak from one into the other.
  return <SlideDialog key={slide._id} />
}

function SlideDialog() {
  const { isDeleted, version, presence } = useLoaderData<typeof loader>()
  // The form keeps the data it was made from, even if the slide is changed or deleted meanwhile.
  const [opened] = useState(useLoaderData<typeof loader>())
  const reply = useSaveReply(useActionData<typeof action>(), isDeleted ? version : undefined)
  const [searchParams] = useSearchParams()
  const { search, isDraft } = opened.place
  const href = `${TABLE}/${opened.slide._id}${search}`
  const closeTo = TABLE + search
  const confirmHref = withSearch(`${TABLE}/${opened.slide._id}?confirm=delete`, search)
  const question = isDraft ? DRAFT_QUESTION : QUESTION
  const isConfirming = searchParams.get('confirm') === 'delete'
  if (opened.isDeleted && !reply) return <DeletedSlide closeTo={closeTo} />
  return (
    <PageDialog title={isConfirming ? 'Delete slide' : 'Edit slide'} closeTo={closeTo}>
      {isConfirming ? (
        <ConfirmDelete href={href} question={question} />
      ) : (
        <HeroSlideForm
          {...opened}
          isDeleted={isDeleted}
          reply={reply}
          href={href}
          closeTo={closeTo}
          notice={<PresenceList presence={presence} position={opened.presence.position} />}
        >
          {!isDeleted && <ConfirmStep label="Delete slide" question={question} href={confirmHref} form={DELETE_FORM} />}
        </HeroSlideForm>
      )}
      {/* Forms cannot be nested: the buttons that delete refer to this form by its id. */}
      <Form id={DELETE_FORM} method="post" action={href} hidden>
        <input type="hidden" name="version" value={opened.version} />
      </Form>
    </PageDialog>
  )
}

function DeletedSlide({ closeTo }: { closeTo: string }) {
  return (
    <PageDialog title="Edit slide" closeTo={closeTo}>
      <div className="dialog__body">
        <p>This slide no longer exists. Someone may have deleted it. You can restore it from the history.</p>
      </div>
      <footer className="dialog__foot">
        <span className="grow" />
        <HistoryLink section="herocarousel" />
        <Link className="btn" to={closeTo}>
          Close
        </Link>
      </footer>
    </PageDialog>
  )
}

function ConfirmDelete({ href, question }: { href: string; question: string }) {
  return (
    <>
      <div className="dialog__body">
        <p>{question}</p>
      </div>
      <footer className="dialog__foot">
        <span className="grow" />
        <Link className="btn" to={href}>
          Cancel
        </Link>
        <DeleteButton form={DELETE_FORM} label="Delete slide" />
      </footer>
    </>
  )
}
