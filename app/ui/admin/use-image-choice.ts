import type { FieldMetadata } from '@conform-to/react'
import { useEffect, useRef, useState, type RefObject } from 'react'
import { PENDING_PDF, PENDING_UPLOAD } from './form-envelope.ts'

/** A file chosen from the computer: its own name and size, and an address that shows it before it is sent. */
export interface Upload {
  name: string
  bytes: number
  url: string
}

/**
 * What an image field holds while it is edited: the stored `file` ('' for none), and the `upload` that will take its place
 * when the form is saved.
 */
export function useImageChoice(field: FieldMetadata<string>) {
  const [file, setFile] = useState(field.initialValue ?? '')
  const [upload, setUpload] = useState<Upload>()
  const [inputKey, setInputKey] = useState(0)
  const valueRef = useRef<HTMLInputElement>(null)
  const choose = (stored: string) => {
    setFile(stored)
    setUpload(undefined)
    setInputKey((key) => key + 1)
  }
  useFileOfReply(field.value, choose)
  useFreedUrl(upload?.url)
  useAnnouncedValue(valueRef, file)

  return {
    file,
    upload,
    valueRef,
    /** Key of the file input. A new input is an empty one: the one way to take a chosen file back. */
    inputKey,
    choose,
    chooseUpload: (chosen: File | undefined) => {
      setUpload(chosen && { name: chosen.name, bytes: chosen.size, url: URL.createObjectURL(chosen) })
    },
  }
}

/**
 * A save that was refused for another reason answers with the name under which the upload is stored by now. Until then
 * the form's state holds the stand-in.
 */
function useFileOfReply(value: string | undefined, onStored: (file: string) => void) {
  const [previous, setPrevious] = useState(value)
  if (value === previous) return
  setPrevious(value)
  if (previous === PENDING_UPLOAD || previous === PENDING_PDF) onStored(value ?? '')
}

/** An object URL keeps its file in memory until it is revoked. */
function useFreedUrl(url: string | undefined) {
  useEffect(() => {
    if (url === undefined) return undefined
    return () => {
      URL.revokeObjectURL(url)
    }
  }, [url])
}

/** A value set by script raises no event; the form's state listens for one. */
function useAnnouncedValue(ref: RefObject<HTMLInputElement>, value: string) {
  const announced = useRef(value)
  useEffect(() => {
    if (announced.current === value) return
    announced.current = value
    ref.current?.dispatchEvent(new Event('input', { bubbles: true }))
  }, [ref, value])
}
