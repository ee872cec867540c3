import { useState } from 'react'
import { Icon } from '#app/editing/ui/icon.tsx'
import { useHydrated } from '#app/ui/use-hydrated.ts'

interface PasskeyButtonProps {
  returnTo: string
  /** True after the password. */
  isSecondStep?: boolean
}

/** Signs in with a passkey. Nothing without a script, or in a browser that cannot. Its code is loaded when it is pressed. */
export function PasskeyButton({ returnTo, isSecondStep = false }: PasskeyButtonProps) {
  const [message, setMessage] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)
  const isHydrated = useHydrated()
  if (!isHydrated || !('PublicKeyCredential' in window)) return null

  async function signIn() {
    if (isBusy) return
    setIsBusy(true)
    setMessage(undefined)
    try {
      const { signInWithPasskey } = await import('./passkey-client.ts')
      const refusal = await signInWithPasskey({ isSecondStep })
      if (refusal === undefined) {
        location.assign(returnTo)
        return
      }
      setMessage(refusal)
    } catch {
      setMessage('The server cannot be reached. Try again in a moment.')
    }
    setIsBusy(false)
  }

  return (
    <div className="login__passkey">
      <button className="btn btn--big" type="button" aria-disabled={isBusy} onClick={() => void signIn()}>
        {isBusy ? 'Waiting for the passkey...' : 'Use a passkey'}
      </button>
      <div role="alert">
        {message !== undefined && (
          <div className="status status--bad">
            <Icon name="alert" />
            <p>{message}</p>
          </div>
        )}
      </div>
    </div>
  )
}
