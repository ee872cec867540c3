import { Form, useLocation } from '@remix-run/react'
import { Icon } from '#app/editing/ui/icon.tsx'
import { enumerate } from '#app/editing/ui/format.ts'

const DISCARD_FORM = 'discard-draft'

/** Above a form that holds what was typed before the session had ended: nothing is saved, and which files are missing. */
export function DraftNotice({ fileNames }: { fileNames: readonly string[] }) {
  return (
    <div className="status status--note" role="alert">
      <Icon name="alert" />
      <p>
        <b>Sign-in was needed. Nothing is saved yet: check it, then save.</b>
        {fileNames.length > 0 && <span>Choose {enumerate(fileNames.map((name) => `“${name}”`))} again.</span>}
      </p>
    </div>
  )
}

/** Gives up what was typed before the session had ended. */
export function DiscardDraftButton() {
  return (
    <button className="btn btn--ghost" form={DISCARD_FORM}>
      Discard
    </button>
  )
}

/** The form of {@link DiscardDraftButton}, which stands in another one. A new document begins, with nothing of the old form. */
export function DiscardDraftForm() {
  const { pathname, search } = useLocation()
  return (
    <Form id={DISCARD_FORM} method="post" action="/admin/discard-draft" reloadDocument hidden>
      <input type="hidden" name="page" value={pathname + search} />
    </Form>
  )
}
