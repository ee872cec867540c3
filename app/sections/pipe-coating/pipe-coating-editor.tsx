import type { EditorHandle } from '#app/editing/form/content-form.tsx'

export { PipeCoatingEditor as default } from '#app/sections/products/products-editor.tsx'

export const handle: EditorHandle = { schema: async () => (await import('./pipe-coating.ts')).pipeCoating.schema }
