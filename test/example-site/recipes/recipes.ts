import { z } from 'zod'
import { defineCollection } from '#app/cms/define/define-collection.ts'
import { count, flag, line } from '#app/cms/define/fields.ts'
import { markdown } from '#app/cms/define/markdown.ts'

export const recipe = z.strictObject({
  title: line('Title', 80),
  minutes: count('Minutes', { min: 1, max: 2000 }),
  isVegan: flag('Vegan'),
  body: markdown('Text', 5000),
})

/** Recipes of the house. Staff add as many as they like, each with a page of its own. */
export const recipes = defineCollection({
  id: 'recipes',
  label: 'Recipes',
  names: { noun: 'recipe', title: ({ title }) => title },
  icon: 'news',
  form: { module: 'recipes/recipe-editor.tsx' },
  files: 'recipes/*.md',
  schema: recipe,
  pages: { below: '/recipes' },
  api: { path: 'recipes', kind: 'entries' },
  list: { columns: [{ label: 'Minutes', value: ({ minutes }) => String(minutes) }] },
})
