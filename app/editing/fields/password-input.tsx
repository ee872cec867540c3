import { useState } from 'react'
import { Icon } from '#app/editing/ui/icon.tsx'
import { useHydrated } from '#app/ui/use-hydrated.ts'

interface PasswordInputProps {
  id: string
  name: string
  /** What the button shows, in words. */
  shows?: string
  autoComplete?: 'current-password' | 'new-password'
  minLength?: number
  'aria-invalid'?: true
  'aria-describedby'?: string
}

/** A password with a button that shows it, where a script can. */
export function PasswordInput({ shows = 'password', autoComplete = 'current-password', ...props }: PasswordInputProps) {
  const [isShown, setIsShown] = useState(false)
  const isHydrated = useHydrated()
  return (
    <div className="affix affix--end">
      <input type={isShown ? 'text' : 'password'} autoComplete={autoComplete} required {...props} />
      {isHydrated && (
        <button
          className="iconbtn"
          type="button"
          aria-pressed={isShown}
          onClick={() => {
            setIsShown(!isShown)
          }}
        >
          <Icon name="eye" />
          <span className="vh">Show {shows}</span>
        </button>
      )}
    </div>
  )
}
