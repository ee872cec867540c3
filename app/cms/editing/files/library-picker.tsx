import { useState, useEffect } from 'react'
import type { FileKind } from '#app/cms/define/upload-kind.ts'
import { type LibraryFile, contentValueOf, type LibraryPage } from '#app/cms/media/library/library-file.ts'
import { Icon } from '#app/cms/editing/ui/admin-icon.tsx'
import { Dialog } from '#app/cms/editing/ui/dialog.tsx'
import { formatBytes } from '#app/cms/platform/format/bytes.ts'
import { countOf } from '#app/cms/platform/format/words.ts'
import { hasVariants } from '#app/cms/media/media-address.ts'
import { ImagesProvider } from '#app/cms/media/picture.tsx'
import { Thumbnail } from './stored-files.tsx'

interface LibraryPickerProps {
  accepts: FileKind | readonly FileKind[]
  /** The value in the content for the current file. */
  chosen: string
  onChoose: (file: LibraryFile) => void
  onClose: () => void
}

/** A dialog to choose an uploaded file of some kinds. The newest is first; a search filters by name. */
export function LibraryPicker({ accepts, chosen, onChoose, onClose }: LibraryPickerProps) {
  const [query, setQuery] = useState('')
  const { listing, problem, isLoading, hasMore, showMore } = useLibraryPage(String(accepts), query)
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
              // The dialog is inside the form of the page, which Enter would save.
              if (event.key === 'Enter') event.preventDefault()
            }}
          />
        </div>
        <p className="picker__count" role="status">
          {problem ?? (isLoading || !listing ? 'Loading...' : `${countOf(listing.total, noun)}, newest first`)}
        </p>
        {listing?.total === 0 && !isLoading && (
          <p className="empty">{query === '' ? 'No uploads yet.' : `No ${noun} has “${query}” in its name.`}</p>
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
        <Icon name={kind === 'mp4' || kind === 'mp3' || kind === 'm4a' ? 'play' : 'report'} />
        <span>
          <b>{file}</b> {formatBytes(bytes)}
        </span>
      </>
    )
  }
  return (
    // With the size, the thumbnail can use a small variant. Drawings have no variants.
    <ImagesProvider images={hasVariants(file) ? { [file]: { file, ...size } } : {}}>
      <Thumbnail className="picker__image" file={file} width={160} />
      <span>
        {file}, {`${size.width}\u00a0×\u00a0${size.height}`}
      </span>
    </ImagesProvider>
  )
}

/** The address of one page of the library's files as JSON. */
const LIBRARY_LIST_PATH = '/admin/files/list'

/** Debounce time of the search. */
const TYPING_PAUSE_MS = 200

interface Listing {
  query: string
  files: LibraryFile[]
  /** Number of the last page in `files`, from 1; `pages` is the number of all pages. */
  page: number
  pages: number
  total: number
}

/** The uploaded files of some kinds whose names contain the words of `query`, newest first, loaded page by page. */
function useLibraryPage(accepts: string, query: string) {
  const [listing, setListing] = useState<Listing>()
  const [problem, setProblem] = useState<string>()
  const [isLoading, setIsLoading] = useState(true)

  async function load(page: number, earlier: LibraryFile[], signal?: AbortSignal) {
    const response = await fetchPage({ accepts, query, page }, signal)
    if (signal?.aborted) return
    setIsLoading(false)
    setProblem(typeof response === 'string' ? response : undefined)
    if (typeof response !== 'string') setListing({ ...response, query, files: [...earlier, ...response.files] })
  }

  useEffect(() => {
    const controller = new AbortController()
    const pause = setTimeout(() => void load(1, [], controller.signal), query === '' ? 0 : TYPING_PAUSE_MS)
    return () => {
      clearTimeout(pause)
      controller.abort()
    }
    // oxlint-disable-next-line react/exhaustive-deps -- `load` is re-created in each render, from these two.
  }, [accepts, query])

  return {
    listing,
    problem,
    isLoading: isLoading || listing?.query !== query,
    hasMore: listing !== undefined && listing.page < listing.pages,
    showMore: () => {
      if (!listing) return
      setIsLoading(true)
      void load(listing.page + 1, listing.files)
    },
  }
}

/** One page, or a message that says why it could not be loaded. */
async function fetchPage(
  filter: { accepts: string; query: string; page: number },
  signal?: AbortSignal,
): Promise<LibraryPage | string> {
  const address = new URLSearchParams({ kind: filter.accepts, q: filter.query, page: String(filter.page) })
  try {
    const response = await fetch(`${LIBRARY_LIST_PATH}?${address.toString()}`, { signal: signal ?? null })
    if (response.redirected) return 'Your session has ended. Log in again in another tab, then try again.'
    if (!response.ok) return 'The list of files could not be loaded. Try again in a moment.'
    return (await response.json()) as LibraryPage
  } catch {
    return 'The server cannot be reached. Check your connection, then try again.'
  }
}
