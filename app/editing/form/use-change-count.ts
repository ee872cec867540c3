import { useFormMetadata } from '@conform-to/react'
import { listDifferences } from '#app/content/compare/content-differences.ts'
import { fieldOfUpload, isEnvelopeName } from '#app/http/form-envelope.ts'

/** In how many fields the form above differs from the `content` that is saved. A file on its way counts as one. */
export function useChangeCount(content: Record<string, unknown>) {
  const value: Record<string, unknown> = useFormMetadata().value ?? {}
  const typed = Object.fromEntries(
    Object.entries(value).filter(([name]) => !isEnvelopeName(name) || fieldOfUpload(name) !== undefined),
  )
  return listDifferences(typed, content).length
}
