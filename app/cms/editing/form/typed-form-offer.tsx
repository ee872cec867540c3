import { Form, useLocation } from '@remix-run/react'
import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { Icon } from '#app/cms/editing/ui/admin-icon.tsx'
import { recoveredFormIntents } from './recovered-form-intents.ts'
import {
  dropTypedForm,
  formsIn,
  keepFormsOf,
  storedForms,
  subscribeToTypedForms,
  type TypedForm,
} from './typed-forms.ts'

interface TypedFormOfferProps {
  /** Id of the account of the person who is signed in. */
  person: string
  /** True if the server has kept the form of this page itself. */
  isRecovered: boolean
}

/**
 * Offers the text that this person typed into a form of the page before the session ended, if this tab has kept it. To
 * use it, the browser sends it to the server, which shows it in the form as it shows what it has kept itself.
 */
export function TypedFormOffer({ person, isRecovered }: TypedFormOfferProps) {
  const { pathname, search } = useLocation()
  const page = pathname + search
  const form = useTypedForm(page)
  useEffect(() => {
    keepFormsOf(person)
    if (isRecovered) dropTypedForm(page)
  }, [person, page, isRecovered])
  if (form?.person !== person || isRecovered) return null
  const { fields, fileNames } = form
  return (
    <Form
      className="status status--note"
      method="post"
      action="/admin/discard-draft"
      reloadDocument
      aria-label="Text from before you were logged out"
    >
      <Icon name="alert" />
      <div className="status__text" role="alert">
        <b>You typed this before you were logged out.</b>{' '}
        <span>Your browser has kept your text, and nothing is saved. Use it to see it in the form again.</span>
        <input type="hidden" name="page" value={page} />
        <input type="hidden" name="form" value={JSON.stringify({ fields, fileNames })} />
        <div className="head__actions">
          <button className="btn" name="intent" value={recoveredFormIntents.use}>
            Use it
          </button>
          <button
            className="btn btn--ghost"
            type="button"
            onClick={() => {
              dropTypedForm(page)
            }}
          >
            Discard it
          </button>
        </div>
      </div>
    </Form>
  )
}

/** The form of a page that this tab has kept, whoever typed it. Undefined on the server and for none. */
export function useTypedForm(page: string): TypedForm | undefined {
  const text = useSyncExternalStore(subscribeToTypedForms, storedForms, () => '')
  return useMemo(() => formsIn(text).find((form) => form.page === page), [text, page])
}
