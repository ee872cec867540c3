/** Id of a slide's element, by its index. In a separate file, because admin forms need it without the carousel. */
export function slideId(index: number) {
  return `slide-${index + 1}`
}
