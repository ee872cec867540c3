import { useEffect, useState } from 'react'
import type { FileKind } from '#app/media/library/file-kinds.ts'
import type { LibraryFile, LibraryPage } from '#app/media/library/library-file.ts'

/** Where the library answers one page of its files as JSON. */
export const LIBRARY_LIST_PATH = '/admin/files/list'

/** Rest between two keys after which is searched. */
const TYPING_PAUSE_MS = 200

interface Listing {
  query: string
  files: LibraryFile[]
  /** Pages that are in `files`, and that there are. */
  page: number
  pages: number
  total: number
}

/** The uploaded files of a kind whose names hold the words of `query`, newest first, page after page. */
export function useLibraryPage(accepts: FileKind, query: string) {
  const [listing, setListing] = useState<Listing>()
  const [problem, setProblem] = useState<string>()
  const [isLoading, setIsLoading] = useState(true)

  async function load(page: number, earlier: LibraryFile[], signal?: AbortSignal) {
    const answer = await fetchPage({ accepts, query, page }, signal)
    if (signal?.aborted) return
    setIsLoading(false)
    setProblem(typeof answer === 'string' ? answer : undefined)
    if (typeof answer !== 'string') setListing({ ...answer, query, files: [...earlier, ...answer.files] })
  }

  useEffect(() => {
    const controller = new AbortController()
    const pause = setTimeout(() => void load(1, [], controller.signal), query === '' ? 0 : TYPING_PAUSE_MS)
    return () => {
      clearTimeout(pause)
      controller.abort()
    }
    // `load` is made anew in each render, from these two.
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

/** One page, or why there is none. */
async function fetchPage(
  filter: { accepts: FileKind; query: string; page: number },
  signal?: AbortSignal,
): Promise<LibraryPage | string> {
  const address = new URLSearchParams({ kind: filter.accepts, q: filter.query, page: String(filter.page) })
  try {
    const response = await fetch(`${LIBRARY_LIST_PATH}?${address.toString()}`, { signal: signal ?? null })
    if (response.redirected) return 'Your session has ended. Sign in in another tab, then try again.'
    if (!response.ok) return 'The list of files could not be loaded. Try again in a moment.'
    return (await response.json()) as LibraryPage
  } catch {
    return 'The server cannot be reached. Check your connection, then try again.'
  }
}
