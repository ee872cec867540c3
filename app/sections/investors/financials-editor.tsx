import type { EditorHandle } from '#app/editing/form/content-form.tsx'

export { FinancialsEditor as default } from './investors-editor.tsx'

export const handle: EditorHandle = { schema: async () => (await import('./investors.ts')).financials.schema }
