import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { SearchGroup, SearchedThing } from '#app/cms/search/search-entry.ts'
import { openSiteSearch } from '#app/cms/search/updated-search.server.ts'
import { setSiteProfile } from '#app/cms/platform/site-profile.ts'
import { PROFILE } from '#app/site/profile.ts'
import { percentile, timed } from './servers.ts'

/** Of the shipped content about 190 entries are found. */
const SIZES = [190, 2_000] as const

/** Letters of an entry: a page of a product has some thousand, a grade a few hundred. */
const ENTRY_LENGTH = 600

/** Times in milliseconds; memory of the heap in MB (10⁶ bytes). */
interface SearchTimes {
  entries: number
  /** From the first question to its answer. */
  build: number
  /** The longest time in which no other request is served meanwhile, 99 of 100. */
  slice: number
  memory: number
  /** 95 of 100 questions. */
  question: number
  /** The first question after a change of one entry. */
  afterChange: number
}

/** Measures an index in memory with questions of visitors. `contentDir`: its texts are those of the entries. */
export async function measureSearch(contentDir: string, rounds: number): Promise<SearchTimes[]> {
  // The index knows the day of the site's time zone.
  setSiteProfile(PROFILE)
  const words = await wordsOf(contentDir)
  const times: SearchTimes[] = []
  for (const entries of SIZES) times.push(await measure(entries, words, rounds))
  return times
}

async function measure(entries: number, words: readonly string[], rounds: number): Promise<SearchTimes> {
  const texts = Array.from({ length: entries }, (_, at) => textAt(words, at))
  const changed = new Map<number, string>()
  let announce = () => {}
  const group: SearchGroup = {
    id: 'things',
    label: 'Things',
    *things() {
      for (const [at, text] of texts.entries()) yield thing(at, changed.get(at) ?? text)
    },
  }
  const content = { find: () => undefined, entryKeys: () => [], subscribe: () => () => undefined }
  const before = heapUsed()
  const search = openSiteSearch(content, {
    groups: [group],
    onOtherChange: (listener) => {
      announce = listener
    },
  })
  const turns = startTurns()
  const build = await timed(() => search.prepare())
  const slice = percentile(turns.stop(), 0.99)
  const memory = (heapUsed() - before) / 1e6
  const questions: number[] = []
  for (let round = 0; round < rounds; round += 1)
    for (const question of QUESTIONS) questions.push(await timed(() => search.find(question)))
  const changes: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    changed.set(round % entries, `${textAt(words, round)} changed`)
    announce()
    changes.push(await timed(() => search.find('changed')))
  }
  const [question, afterChange] = [questions, changes].map((all) => percentile(all, 0.95))
  return { entries, build, slice, memory, question: question ?? 0, afterChange: afterChange ?? 0 }
}

/** One word, several, a grade, a typing error, words that nothing has, eight words. */
const QUESTIONS = [
  ...['compound', 'pv 90 s', 'is 5831 st2', 'lszh sheath', 'annual report 2023', 'c', 'polyethylene for cables'],
  ...['compuonds', 'whistel blower', 'zebra unicorn', 'how do i find the data sheet of a halogen free sheath'],
]

function thing(at: number, text: string): SearchedThing {
  const title = `Entry ${at} ${text.slice(0, text.indexOf(' ', 40))}`
  return {
    id: String(at),
    basis: [text],
    entry: () => ({ title, place: 'Things', date: '', href: `/${at}`, texts: text.match(/.{1,200}/gs) ?? [] }),
  }
}

/** The texts of the shipped content, in words. */
async function wordsOf(folder: string): Promise<string[]> {
  const files = (await readdir(folder, { recursive: true })).filter((file) => /\.(?:md|yaml)$/.test(file)).sort()
  const texts = await Promise.all(files.map((file) => readFile(path.join(folder, file), 'utf8')))
  return texts.join(' ').split(/\s+/)
}

/** Another part of the texts for each entry, with a word that no other one has. */
function textAt(words: readonly string[], at: number) {
  const from = (at * 97) % (words.length - ENTRY_LENGTH)
  return `${words.slice(from, from + ENTRY_LENGTH / 6).join(' ')} unique${at}`
}

/** Collects how long each turn of the event loop takes until `stop`. */
function startTurns() {
  const lengths: number[] = []
  let last = performance.now()
  let isRunning = true
  const turn = () => {
    const now = performance.now()
    lengths.push(now - last)
    last = now
    if (isRunning) setImmediate(turn)
  }
  setImmediate(turn)
  return {
    stop() {
      isRunning = false
      return lengths
    },
  }
}

function heapUsed() {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  collect()
  return process.memoryUsage().heapUsed
}
