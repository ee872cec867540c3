/** The editor of the search words, and the screen that it leads to. */
export const SEARCH_WORDS = { label: 'Search words', href: '/admin/search-words' }
export const ASKED_WORDS = { label: 'Searches without an answer', href: '/admin/search-words/~asked' }
