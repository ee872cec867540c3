import { transformWithEsbuild, type Plugin } from 'vite'

/**
 * Writes the built code of the server in ASCII alone, without spaces and comments, since V8 keeps the text in memory:
 * 1 MB of spaces and comments, and 3.3 MB more if it had any other character, because each then takes two bytes. Names
 * stay, and lines are short, so that the stack of an error can be read.
 */
export function compactCode(): Plugin {
  return {
    name: 'compact-code',
    async generateBundle(_options, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk') continue
        const options = { minifyWhitespace: true, legalComments: 'none', lineLimit: 120, sourcemap: false } as const
        const { code } = await transformWithEsbuild(chunk.code, chunk.fileName, options)
        chunk.code = inAscii(code)
      }
    },
  }
}

/** The same code. What it says with `String.raw` must be in ASCII already: an escape is not read there. */
export function inAscii(code: string): string {
  return code.replaceAll(/[^\0-\x7F]/g, (unit) => String.raw`\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
