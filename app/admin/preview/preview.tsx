import { previewAction, previewLoader } from './preview.server.tsx'

export const loader = previewLoader
export const action = previewAction
