import { bindLastWords } from '#app/site/ui/text.tsx'
import { ContentLink } from '#app/cms/ui/content-link.tsx'
import { formatLongDay } from '#app/cms/platform/format/day.ts'
import { Picture } from '#app/cms/media/picture.tsx'
import type { ShownQualityControl, TestRecord } from './quality-control.ts'
import './quality-control-section.css'

/** How quality is controlled: what was measured on one lot, or an image, and the checks as a numbered list. */
export function QualityControlSection({ content }: { content: ShownQualityControl | undefined }) {
  if (!content) return null
  const { record, image = '', imageAlt = '' } = content
  return (
    <section className="section on-paper quality" id="quality-control" aria-labelledby="quality-control-title">
      <div className={record || image !== '' ? 'wrap quality__grid' : 'wrap'}>
        {record ? (
          <LotRecord record={record} />
        ) : (
          <Picture className="quality__image" file={image} alt={imageAlt} sizes="(min-width: 64rem) 50vw, 100vw" />
        )}
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

/** The results of one lot beside their limits, as on its certificate. */
function LotRecord({ record }: { record: TestRecord }) {
  const { title, product, lot, date, results, note, linkText, link } = record
  return (
    <div className="record">
      <table>
        <caption>
          <b>{title}</b>{' '}
          <span>
            {[product, lot && `Lot ${lot}`].filter(Boolean).join(', ')}
            {date !== '' && (
              <>
                {' · Released on '}
                <time dateTime={date}>{formatLongDay(date)}</time>
              </>
            )}
          </span>
        </caption>
        <thead>
          <tr>
            <th scope="col">Property</th>
            <th scope="col">Limit</th>
            <th scope="col">Result</th>
          </tr>
        </thead>
        <tbody>
          {results.map(({ property, method, limit, result }, index) => (
            <tr key={index}>
              <th scope="row">
                {property} {method !== '' && <small>{method}</small>}
              </th>
              <td>{limit}</td>
              <td>{result}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {note !== '' && <p>{bindLastWords(note)}</p>}
      {linkText !== '' && link !== '' && (
        <p>
          <ContentLink to={link}>{linkText}</ContentLink>
        </p>
      )}
    </div>
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
