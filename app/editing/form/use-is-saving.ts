import { useNavigation } from '@remix-run/react'

/** True from the moment a form is sent to be saved until the next page stands. */
export function useIsSaving() {
  return useNavigation().formData?.get('intent') === 'save'
}
