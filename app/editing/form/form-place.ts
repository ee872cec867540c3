import { createContext, useContext, useEffect } from 'react'

/** Where a person is in a form: which of its rows are open, and what has the focus. By ids, which a new form has as well. */
export interface FormPlace {
  openRows: ReadonlySet<string>
  focus: { id: string; selection: [start: number, end: number] | undefined } | undefined
}

const START: FormPlace = { openRows: new Set(), focus: undefined }

/** For a form that takes the place of another: where the person was in that. */
export const FormPlaceContext = createContext(START)

/** Reads it off the page, before the form is made anew. */
export function readFormPlace(formId: string): FormPlace {
  const form = document.getElementById(formId)
  const rows = form?.querySelectorAll('.item:has(> details[open])') ?? []
  const focused = document.activeElement
  return {
    openRows: new Set([...rows].map(({ id }) => id)),
    focus: focused && form?.contains(focused) ? { id: focused.id, selection: selectionOf(focused) } : undefined,
  }
}

/** True where the row with this `id` was open in the form before. */
export function useWasOpen(rowId: string) {
  return useContext(FormPlaceContext).openRows.has(rowId)
}

/** In a form that takes the place of another: gives the focus back to what had it. */
export function useFocusFromBefore() {
  const { focus } = useContext(FormPlaceContext)
  useEffect(() => {
    if (!focus || document.activeElement !== document.body) return
    const control = document.getElementById(focus.id)
    control?.focus({ preventScroll: true })
    if (isText(control) && focus.selection) control.setSelectionRange(...focus.selection)
  }, [focus])
}

function selectionOf(control: Element): [number, number] | undefined {
  if (!isText(control) || control.selectionStart === null) return undefined
  return [control.selectionStart, control.selectionEnd ?? control.selectionStart]
}

function isText(control: Element | null): control is HTMLInputElement | HTMLTextAreaElement {
  return control instanceof HTMLTextAreaElement || control instanceof HTMLInputElement
}
