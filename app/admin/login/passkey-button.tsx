import { useState } from 'react'
import { Icon } from '#app/editing/ui/icon.tsx'
import { useHydrated } from '#app/ui/use-hydrated.ts'

interface PasskeyButtonProps {
  returnTo: string
  /** True if the password was already accepted. */
  isSecondStep?: boolean
}

/**
 * A button that signs in with a passkey. Renders nothing without a script or if the browser has no passkeys. The
 * passkey code is loaded on click.
 */
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
