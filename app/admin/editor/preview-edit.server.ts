import { parseWithZod } from '@conform-to/zod/v4'
import { data } from '@remix-run/node'
import type { z } from 'zod'
import type { SaveReply } from '#app/editing/form/save-reply.ts'
import { renderMarkdown } from '#app/ui/render-markdown.ts'
import type { PostedEdit } from './posted-edit.server.ts'

/**
 * Answers a form as it was posted, with nothing saved: its Markdown text (`body`) as HTML, the files it carried as stored
 * ones. What is not filled in yet is no error here; a refused file is.
 */
export function previewEdit({ content, version, fileErrors }: PostedEdit, schema: z.ZodObject) {
  const { initialValue = null, fields = [] } = parseWithZod(content, { schema }).reply()
  const body = content.get('body')
  const reply: SaveReply = {
    result: { initialValue, fields, error: fileErrors },
    version,
    preview: typeof body === 'string' ? renderMarkdown(body) : undefined,
  }
  return data(reply)
}
