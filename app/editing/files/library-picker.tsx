import { useState } from 'react'
import { Dialog } from '#app/editing/ui/dialog.tsx'
import type { FileKind } from '#app/media/library/file-kinds.ts'
import { countOf, formatBytes } from '#app/editing/ui/format.ts'
import { contentValueOf, type LibraryFile } from '#app/media/library/library-file.ts'
import { useLibraryPage } from './use-library-page.ts'
import { Icon } from '#app/editing/ui/icon.tsx'
import { hasVariants } from '#app/media/pictures/image-url.ts'
import { ImagesProvider } from '#app/media/pictures/picture.tsx'
import { Thumbnail } from './thumbnail.tsx'
import './library-picker.css'

interface LibraryPickerProps {
  accepts: FileKind
  /** What content writes for the file that is there now. */
  chosen: string
  onChoose: (file: LibraryFile) => void
  onClose: () => void
}

/** The uploaded files of a kind to choose one from, newest first, with a search. */
export function LibraryPicker({ accepts, chosen, onChoose, onClose }: LibraryPickerProps) {
  const [query, setQuery] = useState('')
  const { listing, problem, isLoading, hasMore, showMore } = useLibraryPage(accepts, query)
  const noun = accepts === 'image' ? 'image' : 'file'
  return (
    <Dialog title={`Choose ${accepts === 'image' ? 'an image' : 'a file'}`} size="wide" onClose={onClose}>
      <div className="dialog__body">
        <div className="field">
          <label htmlFor="library-search">Search by name</label>
          <input
            id="library-search"
            type="search"
            value={query}
            onChange={(event) => {
              setQuery(event.currentTarget.value)
            }}
            onKeyDown={(event) => {
              // The dialog stands inside the form of the page, which Enter would save.
              if (event.key === 'Enter') event.preventDefault()
            }}
          />
        </div>
        <p className="picker__count" role="status">
          {problem ?? (isLoading || !listing ? 'Loading...' : `${countOf(listing.total, noun)}, newest first`)}
        </p>
        {listing?.total === 0 && !isLoading && (
          <p className="empty">
            {query === '' ? 'Nothing has been uploaded yet.' : `No ${noun} has “${query}” in its name.`}
          </p>
        )}
        <ul className={accepts === 'image' ? 'picker' : 'picker picker--rows'} aria-busy={isLoading}>
          {listing?.files.map((file) => (
            <li key={file.file}>
              <button
                type="button"
                aria-pressed={contentValueOf(file) === chosen}
                onClick={() => {
                  onChoose(file)
                  onClose()
                }}
              >
                <PickerEntry file={file} />
              </button>
            </li>
          ))}
        </ul>
        {hasMore && (
          <button className="btn picker__more" type="button" aria-disabled={isLoading} onClick={showMore}>
            Show more
          </button>
        )}
      </div>
    </Dialog>
  )
}

function PickerEntry({ file: { file, kind, bytes, size } }: { file: LibraryFile }) {
  if (kind !== 'image' || !size) {
    return (
      <>
        <Icon name={kind === 'mp4' ? 'play' : 'report'} />
        <span>
          <b>{file}</b> {formatBytes(bytes)}
        </span>
      </>
    )
  }
  return (
    // Its size lets the thumbnail be a small variant; drawings have none.
    <ImagesProvider images={hasVariants(file) ? { [file]: { file, ...size } } : {}}>
      <Thumbnail className="picker__image" file={file} width={160} />
      <span>
        {file}, {size.width} × {size.height}
      </span>
    </ImagesProvider>
  )
}
