/** Where a text stops being JSON, lines and columns counted from 1. */
export interface JsonParseError {
  line: number
  column: number
}

const DEPTH_LIMIT = 64

/**
 * Finds the first character that makes `text` something else than JSON (RFC 8259). For a text JSON.parse refused: the
 * messages of the engine name a position in some cases only. Nesting beyond 64 levels counts as a fault.
 */
export function findJsonFault(text: string): JsonParseError {
  const before = text.slice(0, faultOffset(text)).split('\n')
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 }
}

function faultOffset(text: string): number {
  let at = 0
  if (readValue(0)) skipSpace()
  return at

  function readValue(depth: number): boolean {
    skipSpace()
    if (depth > DEPTH_LIMIT) return false
    if (text[at] === '{') return readList('}', () => readMember(depth + 1))
    if (text[at] === '[') return readList(']', () => readValue(depth + 1))
    if (text[at] === '"') return readString()
    return accept(/-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y)
  }

  function readList(close: string, readItem: () => boolean): boolean {
    at += 1
    skipSpace()
    if (text[at] !== close) {
      do {
        if (!readItem()) return false
        skipSpace()
      } while (accept(/,/y))
    }
    if (text[at] !== close) return false
    at += 1
    return true
  }

  function readMember(depth: number): boolean {
    skipSpace()
    if (text[at] !== '"' || !readString()) return false
    skipSpace()
    return accept(/:/y) && readValue(depth)
  }

  function readString(): boolean {
    at += 1
    // \p{Cc} without the control characters above U+007E, which JSON lets through.
    while (accept(/(?:[^"\\\p{Cc}]|[\u007f-\u009f])+|\\(?:["\\/bfnrt]|u[\da-fA-F]{4})/uy)) continue
    return accept(/"/y)
  }

  function skipSpace() {
    accept(/[ \t\n\r]+/y)
  }

  function accept(token: RegExp): boolean {
    token.lastIndex = at
    if (!token.test(text)) return false
    at = token.lastIndex
    return true
  }
}
