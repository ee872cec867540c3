import { useSubmit } from '@remix-run/react'
import { useState, type FormEvent } from 'react'
import { PasswordAgain } from '#app/cms/admin/confirm/password-again.tsx'
import type { PasswordOwner } from '#app/cms/people/guard/password-check.server.ts'
import { InputField, FormRefusal } from '#app/cms/editing/fields/plain-form.tsx'
import { useHydrated } from '#app/cms/ui/use-hydrated.ts'
import { factorIntents } from './factor-intents.ts'
import type { FactorErrors } from './account-second-factor.server.ts'

/** The form that adds a passkey. It needs a script. The passkey code is loaded when the form is sent. */
export function AddPasskey({ owner, errors }: { owner: PasswordOwner | undefined; errors: FactorErrors }) {
  const submit = useSubmit()
  const isHydrated = useHydrated()
  const [isBusy, setIsBusy] = useState(false)
  const [message, setMessage] = useState<string>()
  if (!isHydrated) return <p className="hint">To add a passkey, turn on JavaScript in this browser.</p>
  if (!('PublicKeyCredential' in window)) return <p className="hint">This browser cannot use passkeys.</p>

  async function add(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isBusy) return
    setIsBusy(true)
    setMessage(undefined)
    const fields = new FormData(event.currentTarget)
    try {
      const { makePasskey } = await import('#app/cms/admin/login/passkey-client.ts')
      const made = await makePasskey(textOf(fields, 'password'))
      if (made.refusal === undefined) {
        submit(
          { intent: factorIntents.passkeyAdd, name: textOf(fields, 'name'), credential: made.credential },
          { method: 'post', preventScrollReset: true },
        )
      } else setMessage(made.refusal)
    } catch {
      setMessage('The server cannot be reached. Try again in a moment.')
    }
    setIsBusy(false)
  }

  return (
    <form className="account-form" onSubmit={(event) => void add(event)}>
      <FormRefusal title="The passkey was not added." errors={message === undefined ? {} : { form: [message] }} />
      <InputField
        id="passkey-name"
        label="Name"
        help="Helps you to recognise this passkey, for example Office laptop"
        errors={errors.name}
        name="name"
        required
        maxLength={60}
        autoComplete="off"
      />
      <PasswordAgain id="passkey-password" owner={owner} errors={errors.password} />
      <div>
        <button className="btn" aria-disabled={isBusy}>
          {isBusy ? 'Waiting for the passkey...' : 'Add a passkey'}
        </button>
      </div>
    </form>
  )
}

function textOf(fields: FormData, name: string) {
  const value = fields.get(name)
  return typeof value === 'string' ? value : ''
}
