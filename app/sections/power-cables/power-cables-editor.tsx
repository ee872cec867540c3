import type { EditorHandle } from '#app/editing/form/content-form.tsx'

export { PowerCablesEditor as default } from '#app/sections/products/products-editor.tsx'

export const handle: EditorHandle = { schema: async () => (await import('./power-cables.ts')).powerCables.schema }
