import { useFormMetadata, type FieldMetadata } from '@conform-to/react'
import { createContext, useContext } from 'react'
import { fieldText, useIsInConflict } from './conflict.tsx'
import { idOf } from '#app/cms/content/compare/content-words.ts'

/** The saved content of the form around a field. */
export const SavedContentContext = createContext<Record<string, unknown> | undefined>(undefined)

/**
 * True if the field differs from the saved content. Conform compares entries of a list by their place: after one is
 * removed or moved, those that follow would be changed.
 */
export function useIsChanged({ name, dirty, formId }: Pick<FieldMetadata, 'name' | 'dirty' | 'formId'>): boolean {
  const saved = useContext(SavedContentContext)
  const form = useFormMetadata(formId)
  const isInConflict = useIsInConflict()
  if (saved === undefined) return dirty
  // What is saved now is not what the form was made from.
  if (!isInConflict && (!dirty || !name.includes('['))) return dirty
  return !isAsSaved(name, form.value, saved)
}

function isAsSaved(name: string, content: unknown, saved: unknown) {
  let now = content
  let before = saved
  for (const [step] of name.matchAll(/[^.[\]]+/g)) {
    const next = partOf(now, step)
    before = Array.isArray(before) && hasIds(before) ? entryWithId(before, idOf(next)) : partOf(before, step)
    now = next
  }
  const text = fieldText(now)
  return text !== undefined && text === fieldText(before)
}

function partOf(parent: unknown, step: string): unknown {
  return typeof parent === 'object' && parent !== null ? Reflect.get(parent, step) : undefined
}

function hasIds(list: readonly unknown[]) {
  return list.some((entry) => idOf(entry) !== undefined)
}

function entryWithId(list: readonly unknown[], id: string | undefined): unknown {
  return id === undefined ? undefined : list.find((entry) => idOf(entry) === id)
}
