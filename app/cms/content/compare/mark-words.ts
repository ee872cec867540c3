import { diffArrays } from 'diff'

/** A piece of a text: the same on both sides, changed on this side, or a long unchanged stretch that is left out. */
export interface Mark {
  kind: 'same' | 'changed' | 'skipped'
  /** Empty if `skipped`. */
  text: string
}

/** How many steps comparing may still take, for all texts of a page. If none are left, marks become coarse. */
export interface MarkBudget {
  steps: number
}

/**
 * Marks the words in which two texts differ, for a human reader: spaces between changed words count as changed, and
 * texts that share little count as changed as a whole. `budget` limits the time.
 */
export function markWords(mine: string, theirs: string, budget: MarkBudget): { mine: Mark[]; theirs: Mark[] } {
  const [a, b] = [wordsIn(mine), wordsIn(theirs)]
  let head = 0
  while (head < a.length && head < b.length && a[head] === b[head]) head++
  let tail = 0
  while (tail < a.length - head && tail < b.length - head && a.at(-1 - tail) === b.at(-1 - tail)) tail++

  const middleA = a.slice(head, a.length - tail)
  const middleB = b.slice(head, b.length - tail)
  const common = readablePairs(middleA, middleB, commonWords(middleA, middleB, budget))
  const side = (words: string[], middle: string[], kept: Set<number>) =>
    toMarks(words, (at) => at < head || at >= head + middle.length || kept.has(at - head))
  return {
    mine: side(a, middleA, new Set(common.map(([x]) => x))),
    theirs: side(b, middleB, new Set(common.map(([, y]) => y))),
  }
}

/**
 * Splits a text into words, numbers, runs of spaces and symbols. Combining marks, as in Devanagari, belong to the word,
 * and points and commas within a number to the number.
 */
function wordsIn(text: string): string[] {
  return text.match(/\s+|\p{N}+(?:[.,]\p{N}+)+(?![\p{L}\p{M}])|[\p{L}\p{M}\p{N}]+|[^\s\p{L}\p{M}\p{N}]/gu) ?? []
}

type Pair = [mine: number, theirs: number]

/** Above this number of differences the text is marked as a whole. */
const MAX_EDITS = 500

/** Pairs of words that both texts have, in order. None if there are more differences than the budget allows. */
function commonWords(a: string[], b: string[], budget: MarkBudget): Pair[] {
  // The comparison takes time in proportion to the square of the differences.
  const maxEditLength = Math.floor(Math.sqrt(Math.min(Math.max(budget.steps, 0), MAX_EDITS ** 2)))
  const changes = diffArrays(a, b, { maxEditLength })
  const isOnOneSide = ({ added, removed }: { added: boolean; removed: boolean }) => added || removed
  const edits = changes?.filter(isOnOneSide).reduce((sum, { count }) => sum + count, 0) ?? maxEditLength
  budget.steps -= edits ** 2

  const pairs: Pair[] = []
  let [x, y] = [0, 0]
  for (const { added, removed, count } of changes ?? []) {
    if (!added && !removed) pairs.push(...Array.from({ length: count }, (_, at): Pair => [x + at, y + at]))
    if (!added) x += count
    if (!removed) y += count
  }
  return pairs
}

/** Below this share of common letters, marks of single words only confuse. */
const MIN_COMMON = 0.25

/** Drops pairs that match by chance: all of them if the texts share little, and isolated spaces. */
function readablePairs(a: string[], b: string[], pairs: Pair[]): Pair[] {
  const lettersIn = (words: string[]) => words.join('').replace(/\s/g, '').length
  const shared = lettersIn(pairs.map(([x]) => a[x] ?? ''))
  if (shared < MIN_COMMON * Math.max(lettersIn(a), lettersIn(b))) return []
  return pairs.filter(([x, y], index) => {
    if (a[x]?.trim() !== '') return true
    const hasNeighbour = (step: 1 | -1) => {
      const neighbour = pairs[index + step]
      return neighbour?.[0] === x + step && neighbour[1] === y + step
    }
    return hasNeighbour(-1) || hasNeighbour(1)
  })
}

/** An unchanged stretch longer than this many characters is cut down to its two ends. */
const LONG_STRETCH = 320
const SHOWN_END = 120

function toMarks(words: readonly string[], isSame: (at: number) => boolean): Mark[] {
  const runs: Mark[] = []
  words.forEach((word, at) => {
    const kind = isSame(at) ? 'same' : 'changed'
    const last = runs.at(-1)
    if (last?.kind === kind) last.text += word
    else runs.push({ kind, text: word })
  })
  return runs.flatMap((run, at) => (run.kind === 'same' ? cutStretch(run, at === 0, at === runs.length - 1) : [run]))
}

/** Cuts a long stretch. At the beginning and the end of the text, it shows only the side next to the change. */
function cutStretch(run: Mark, isFirst: boolean, isLast: boolean): Mark[] {
  if (run.text.length <= LONG_STRETCH || (isFirst && isLast)) return [run]
  const head = isFirst ? '' : wholeWords(run.text.slice(0, SHOWN_END))
  const tail = isLast ? '' : run.text.slice(-SHOWN_END).replace(/^\S*\s*/, '')
  const same = (text: string): Mark[] => (text === '' ? [] : [{ kind: 'same', text }])
  return [...same(head), { kind: 'skipped', text: '' }, ...same(tail)]
}

/** The text before its last space. */
function wholeWords(text: string) {
  return (/^[^]*\s/.exec(text)?.[0] ?? '').trimEnd()
}
