import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const SCREENS = 'app/cms/admin'

test('how many days, hours and minutes a screen of staff says: from the constant that decides, never typed', () => {
  const typed = readdirSync(SCREENS, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.tsx') && !name.endsWith('.test.tsx'))
    .flatMap((name) => {
      const withoutComments = readFileSync(path.join(SCREENS, name), 'utf8').replaceAll(
        /\/\*[^]*?\*\/|^ *\/\/.*$/gm,
        '',
      )
      const words = withoutComments.match(
        /\b(?:\d+|two|three|four|five|ten|thirty) (?:minutes|hours|days|weeks|months|years)\b/g,
      )
      return words?.map((found) => `${name}: ${found}`) ?? []
    })
  expect(typed).toEqual([])
})
