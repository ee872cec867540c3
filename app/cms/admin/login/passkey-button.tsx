import { useState } from 'react'
import { Icon } from '#app/cms/editing/ui/admin-icon.tsx'
import type { PasskeyPurpose } from './passkey-client.ts'
import { useHydrated } from '#app/cms/ui/use-hydrated.ts'

interface PasskeyButtonProps {
  purpose: PasskeyPurpose
  onAccepted: () => void
}

/**
 * A button that uses a passkey. Renders nothing without a script or if the browser has no passkeys. The
 * passkey code is loaded on click.
 */
export function PasskeyButton({ purpose, onAccepted }: PasskeyButtonProps) {
  const [message, setMessage] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)
  const isHydrated = useHydrated()
  if (!isHydrated || !('PublicKeyCredential' in window)) return null

  async function prove() {
    if (isBusy) return
    setIsBusy(true)
    setMessage(undefined)
    try {
      const { provePasskey } = await import('./passkey-client.ts')
      const refusal = await provePasskey(purpose)
      if (refusal === undefined) {
        onAccepted()
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
      <button className="btn btn--big" type="button" aria-disabled={isBusy} onClick={() => void prove()}>
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
