import { useNavigation } from '@remix-run/react'
import './navigation-progress.css'

/** Says politely, and shows as a thin bar, that the next page is on its way. */
export function NavigationProgress() {
  const isLoading = useNavigation().state !== 'idle'
  return (
    <div className={isLoading ? 'progress progress--on' : 'progress'} role="status">
      {isLoading && <span className="vh">Loading...</span>}
    </div>
  )
}
