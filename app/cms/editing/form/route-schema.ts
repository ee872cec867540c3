import { useMatches } from '@remix-run/react'
import type { EditorHandle, LoadSchema } from '#app/cms/editing/form/content-form.tsx'

/** What the child route that shows the fields of a form exports as its `handle`. */
export function useEditorHandle(): EditorHandle {
  const handle = useMatches().at(-1)?.handle
  if (!isEditorHandle(handle)) throw new Error('The route of this editor exports no schema')
  return handle
}

/** The schema of a form, from the `handle` of the child route that shows its fields. */
export function useRouteSchema(sectionId: string): LoadSchema {
  const handle = useEditorHandle()
  return () => handle.schema(sectionId)
}

function isEditorHandle(handle: unknown): handle is EditorHandle {
  return typeof handle === 'object' && handle !== null && 'schema' in handle
}
