/** The fixed address of a document: it always serves its current file. */
export function fixedAddress(slug: string): string {
  return `/documents/${slug}`
}

/** The page of a document in the register. */
export function registerPage(slug: string): string {
  return `/investors/documents/${slug}`
}
