import { readFileSync } from 'node:fs'

/** The shell commands in the fenced blocks of a section of a document: one list a block, without comments. */
export function commandsIn(file: string, heading: string): string[][] {
  const section = sectionsOf(file).find(({ title }) => title === heading)
  if (!section) throw new Error(`${file} has no section “${heading}”`)
  return blocksIn(section.text).map((block) => block.split('\n').map(withoutComment).filter(Boolean))
}

/** The headings of the sections that have shell commands. */
export function headingsWithCommands(file: string): string[] {
  return sectionsOf(file).flatMap(({ title, text }) => (blocksIn(text).length > 0 ? [title] : []))
}

function sectionsOf(file: string) {
  return readFileSync(file, 'utf8')
    .split(/^## /m)
    .map((section) => {
      const end = section.indexOf('\n')
      return { title: section.slice(0, end), text: section.slice(end) }
    })
}

function blocksIn(text: string): string[] {
  return [...text.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, block = '']) => block)
}

function withoutComment(line: string) {
  return line.replace(/\s+#.*$/, '').trim()
}
