/** The one way to write a path: a single slash between its parts, none at the end. `/products/` is `/products`. */
export function canonicalPath(path: string) {
  return `/${path.split('/').filter(Boolean).join('/')}`
}
