import { lazy, Suspense, useState } from 'react'
import type { FileKind } from '#app/cms/define/upload-kind.ts'
import type { LibraryFile } from '#app/cms/media/library/library-file.ts'
import { Icon } from '#app/cms/editing/ui/admin-icon.tsx'

/** Loaded when it is opened first: most edits choose no file. */
const LibraryPicker = lazy(async () => {
  const { LibraryPicker: picker } = await import('./library-picker.tsx')
  return { default: picker }
})

interface LibraryButtonProps {
  accepts: FileKind | readonly FileKind[]
  /** Names the use of the file, for screen readers. */
  of: string
  /** The value in the content for the current file. */
  chosen: string
  onChoose: (file: LibraryFile) => void
}

/** Opens the library to choose an uploaded file. Needs JavaScript. */
export function LibraryButton({ accepts, of, chosen, onChoose }: LibraryButtonProps) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <button
        className="btn"
        type="button"
        aria-haspopup="dialog"
        onClick={() => {
          setIsOpen(true)
        }}
      >
        <Icon name={accepts === 'image' ? 'image' : 'report'} />
        Choose existing <span className="visually-hidden">for {of}</span>
      </button>
      {isOpen && (
        <Suspense>
          <LibraryPicker
            accepts={accepts}
            chosen={chosen}
            onChoose={onChoose}
            onClose={() => {
              setIsOpen(false)
            }}
          />
        </Suspense>
      )}
    </>
  )
}
