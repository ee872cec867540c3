import { presenceLoader } from './presence.server.ts'

export const loader = presenceLoader
