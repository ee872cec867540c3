/** Every text in `content`, in objects and lists of any depth. */
export function* collectStrings(content: unknown): Generator<string> {
  if (typeof content === 'string') yield content
  else if (typeof content === 'object' && content !== null) {
    for (const value of Object.values(content)) yield* collectStrings(value)
  }
}
