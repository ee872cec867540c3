/** Id of a slide on the page, by its index. In a file of its own: forms of staff need it without the carousel. */
export function slideId(index: number) {
  return `slide-${index + 1}`
}
