/**
 * A text as its first sentence and the rest. A sentence ends at a full stop, question or exclamation mark or danda that
 * is followed by the end of the text, or by a space and anything but a small letter: "approx. five" goes on.
 */
export function splitFirstSentence(text: string): { first: string; rest: string } {
  const first = FIRST_SENTENCE.exec(text)?.[0] ?? text
  return { first, rest: text.slice(first.length) }
}

const FIRST_SENTENCE = /^[^]+?[.!?।]["'”’)]*(?=\s+[^\p{Ll}\s]|\s*$)/u
