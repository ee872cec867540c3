import { keepMessage } from './contact-message.server.ts'
import type { OpenEndpoint } from './content/endpoint.server.ts'
import { sectionEndpoint } from './content/section-endpoint.server.ts'

/** The section's resource, at which visitors may POST as well. */
export const contactEndpoint: OpenEndpoint = { ...sectionEndpoint('contact'), openPost: keepMessage }
