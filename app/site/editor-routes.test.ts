import type { RouteConfigEntry } from '@remix-run/route-config'
import { expect, test } from 'vitest'
import routes from '#app/routes.ts'
import definition from '#app/site.config.ts'
import type { EditorHandle } from '#app/cms/editing/form/content-form.tsx'

const { sections } = definition

const modules = import.meta.glob<{ handle?: EditorHandle }>([
  '/app/site/sections/**/*-editor.tsx',
  '/app/cms/admin/{collection,files}/*-editor.tsx',
])
const edited = sections.filter(({ editor }) => editor !== undefined)

test.each(edited.map((section) => ({ id: section.id, schema: section.schema })))(
  '/admin/$id: the route of an editor, whose form is checked by the schema of the section',
  async ({ id, schema }) => {
    const route = findRoute(routes, `editor/${id}`)
    expect(route).toMatchObject({ path: id, file: 'cms/admin/editor/section/section-editor.tsx' })
    const fields = await modules[`/app/${route?.children?.[0]?.file ?? ''}`]?.()
    expect(await fields?.handle?.schema(id)).toBe(schema)
  },
)

function findRoute(table: RouteConfigEntry[], id: string): RouteConfigEntry | undefined {
  return table.map((route) => (route.id === id ? route : findRoute(route.children ?? [], id))).find(Boolean)
}
