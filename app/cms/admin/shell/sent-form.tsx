import { useNavigation, useSubmit } from '@remix-run/react'
import { createContext, useContext, useState, type ReactNode } from 'react'

interface SentForm {
  data: FormData
  action: string
  encType: 'application/x-www-form-urlencoded' | 'multipart/form-data'
}

const SentFormContext = createContext<SentForm | undefined>(undefined)

/**
 * Keeps the form that was sent last, with its files, until another page is opened: an error page that takes its place
 * can send it again.
 */
export function SentFormProvider({ children }: { children: ReactNode }) {
  const { state, formData, formAction = '', formEncType } = useNavigation()
  const [sent, setSent] = useState<SentForm>()
  if (formData !== undefined && formData !== sent?.data) {
    const encType = formEncType === 'multipart/form-data' ? formEncType : 'application/x-www-form-urlencoded'
    setSent({ data: formData, action: formAction, encType })
  }
  if (state === 'loading' && formData === undefined && sent) setSent(undefined)
  return <SentFormContext.Provider value={sent}>{children}</SentFormContext.Provider>
}

/** A button that sends the form again whose error page is shown. Nothing if the error is that of another request. */
export function SendAgain() {
  const sent = useContext(SentFormContext)
  const submit = useSubmit()
  const isSending = useNavigation().state !== 'idle'
  if (!sent) return null
  const { data, action, encType } = sent
  return (
    <>
      <p>What you typed is kept here. If you are not sure whether it was saved, look in another window first.</p>
      <p>
        <button
          className="btn btn--primary"
          type="button"
          disabled={isSending}
          onClick={() => {
            submit(data, { method: 'post', action, encType })
          }}
        >
          Send again
        </button>
      </p>
    </>
  )
}
