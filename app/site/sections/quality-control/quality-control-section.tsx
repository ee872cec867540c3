import { bindLastWords } from '#app/site/ui/text.tsx'
import { Picture } from '#app/cms/media/picture.tsx'
import type { QualityControl } from './quality-control.ts'
import './quality-control-section.css'

/** How quality is controlled: an image, and the checks as a numbered list. */
export function QualityControlSection({ content }: { content: Omit<QualityControl, '_id'> | undefined }) {
  if (!content) return null
  return (
    <section className="section on-paper quality" id="quality-control" aria-labelledby="quality-control-title">
      <div className={content.image === '' ? 'wrap' : 'wrap quality__grid'}>
        <Picture
          className="quality__image"
          file={content.image}
          alt={content.imageAlt}
          sizes="(min-width: 64rem) 50vw, 100vw"
        />
        <div>
          <h2 id="quality-control-title">{bindLastWords(content.title)}</h2>
          {content.subTitle !== '' && <p className="lead">{bindLastWords(content.subTitle)}</p>}
          {content.descriptions.length > 0 && (
            <ol className="checks">
              {content.descriptions.map((description, index) => (
                <li key={index}>
                  <Check description={description} />
                </li>
              ))}
            </ol>
          )}
        </div>
      </div>
    </section>
  )
}

function Check({ description }: { description: string }) {
  const { first, rest } = splitFirstSentence(description)
  return (
    <p>
      <b>{first}</b>
      {rest}
    </p>
  )
}

/**
 * A text as its first sentence and the rest. A sentence ends at a full stop, question or exclamation mark or danda that
 * is followed by the end of the text, or by a space that no small letter follows: "approx. five" is one sentence.
 */
export function splitFirstSentence(text: string): { first: string; rest: string } {
  const first = FIRST_SENTENCE.exec(text)?.[0] ?? text
  return { first, rest: text.slice(first.length) }
}

const FIRST_SENTENCE = /^[^]+?[.!?।]["'”’)]*(?=\s+[^\p{Ll}\s]|\s*$)/u
