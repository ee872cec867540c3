import { readFormBody } from './read-form-body.server.ts'

/** What a form holds but for the bytes of its files. */
export interface FormTexts {
  /** Names and values of the text fields, in order. */
  fields: [name: string, value: string][]
  /** What the sender calls the files it chose. */
  fileNames: string[]
}

const MAX_FILE_NAME = 100

/**
 * Reads the texts of a form and throws the bytes of its files away as they arrive: for senders who may not store any.
 * Throws BodyTooLarge beyond `maxTextBytes` of names and values together, and what readFormBody throws.
 */
export async function readFormTexts(request: Request, maxTextBytes: number): Promise<FormTexts> {
  const fileNames: string[] = []
  const formData = await readFormBody(
    request,
    ({ fileName }) => {
      fileNames.push(fileName.slice(0, MAX_FILE_NAME))
      return Promise.resolve()
    },
    { maxTextBytes },
  )
  const fields = [...formData].flatMap(([name, value]): FormTexts['fields'] =>
    typeof value === 'string' ? [[name, value]] : [],
  )
  return { fields, fileNames }
}
