import { useState } from 'react'
import type { FileKind } from '#app/media/library/file-kinds.ts'
import type { LibraryFile } from '#app/media/library/library-file.ts'
import { LibraryPicker } from './library-picker.tsx'
import { Icon } from '#app/editing/ui/icon.tsx'

interface LibraryButtonProps {
  accepts: FileKind
  /** What the file is of, for screen readers. */
  of: string
  /** What content writes for the file that is there now. */
  chosen: string
  onChoose: (file: LibraryFile) => void
}

/** Opens the uploaded files to choose one from. Needs a script. */
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
        Choose existing <span className="vh">for {of}</span>
      </button>
      {isOpen && (
        <LibraryPicker
          accepts={accepts}
          chosen={chosen}
          onChoose={onChoose}
          onClose={() => {
            setIsOpen(false)
          }}
        />
      )}
    </>
  )
}
