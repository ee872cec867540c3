import { z } from 'zod'
import { defineSection, type ContentOf } from '#app/cms/define/define-section.ts'
import { line, link, list, optionalReference, phone, text } from '#app/cms/define/fields.ts'
import { redirectList } from '#app/cms/define/page-redirects.ts'
import { recipes } from '../recipes/recipes.ts'

const siteLink = z.strictObject({ text: line('Text', 60), link: link('Link') })

/** What the shop says about itself. */
export const bakery = defineSection({
  id: 'bakery',
  label: 'Bakery',
  icon: 'pin',
  editor: 'bakery/bakery-editor.tsx',
  file: 'bakery.yaml',
  schema: z.strictObject({
    companyName: line('Name', 80),
    welcome: text('Welcome', 300),
    openingHours: text('Opening hours', 200),
    phone: phone(),
    recipe: optionalReference('Recipe of the week', recipes),
    navigation: list('Navigation', siteLink),
    redirects: redirectList(),
  }),
  page: '/',
  api: { path: 'bakery', kind: 'record' },
})
export type Bakery = ContentOf<typeof bakery>
