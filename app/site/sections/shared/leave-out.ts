/**
 * Content without some of its fields. Visitors can read everything that a loader returns, so it leaves out what its page
 * does not show.
 */
export function leaveOut<Content extends object, Key extends keyof Content>(
  content: Content,
  ...keys: readonly Key[]
): Omit<Content, Key> {
  const left = Object.entries(content).filter(([key]) => !keys.some((one) => one === key))
  // The type of the entries does not say which fields they are.
  return Object.fromEntries(left) as Omit<Content, Key>
}
