import { bindLastWords } from '#app/ui/bind-last-words.ts'
import { ButtonLink } from '#app/ui/button-link.tsx'
import { Label } from '#app/ui/label.tsx'
import { Picture } from '#app/media/pictures/picture.tsx'
import type { Lot } from './certifications.ts'
import './lot-section.css'

/** What goes with a single delivery: text left, the laboratory out to the right edge of the window. */
export function LotSection({ lot }: { lot: Lot }) {
  return (
    <section className="on-ink lot" id="certificate-of-analysis" aria-labelledby="lot-title">
      <div className={lot.image === '' ? 'wrap' : 'wrap lot__grid'}>
        <div className="lot__text">
          <Label>With every delivery</Label>
          <h2 id="lot-title">{bindLastWords(lot.title)}</h2>
          <p>{bindLastWords(lot.text)}</p>
          <ButtonLink to={lot.buttonLink}>{lot.buttonText}</ButtonLink>
        </div>
        <Picture
          className="lot__image"
          file={lot.image}
          alt={lot.imageAlt}
          sizes="(min-width: 64rem) max(52vw, 60rem), 100vw"
        />
      </div>
    </section>
  )
}
