import { useEffect, useState } from 'react'
import { SUGGESTIONS } from '#app/site/addresses/search-query.ts'

/** After so long without another letter (ms). */
const DELAY_MS = 200

const MIN_LENGTH = 2

/** Titles for what is typed; `offered` until two letters are, and while none come. */
export function useSuggestions(typed: string, offered: readonly string[]): readonly string[] {
  const [titles, setTitles] = useState(offered)
  const words = typed.trim()
  useEffect(() => {
    if (words.length < MIN_LENGTH) {
      setTitles(offered)
      return
    }
    const request = new AbortController()
    const timer = setTimeout(() => {
      fetch(`${SUGGESTIONS}?${new URLSearchParams({ q: words }).toString()}`, { signal: request.signal })
        .then((response) => (response.ok ? response.json() : undefined))
        .then((answer: unknown) => {
          if (Array.isArray(answer) && Array.isArray(answer[1])) setTitles(answer[1].map(String))
        })
        // Suggestions are an aid: without them the field works as before.
        .catch(() => undefined)
    }, DELAY_MS)
    return () => {
      clearTimeout(timer)
      request.abort()
    }
  }, [words, offered])
  return titles
}
