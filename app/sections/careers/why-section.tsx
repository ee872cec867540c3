import { bindLastWords } from '#app/ui/bind-last-words.ts'
import { Label } from '#app/ui/label.tsx'
import { Picture } from '#app/media/pictures/picture.tsx'
import { Prose } from '#app/ui/prose.tsx'
import type { Careers } from './careers.ts'
import './why-section.css'

/** What kind of people are wanted, in one sentence, and why they stay. */
export function WhySection({ content, whyHtml }: { content: Careers; whyHtml: string }) {
  return (
    <section className="section why" id="why" aria-labelledby="why-title">
      <div className="wrap">
        <p className="why__intro">{content.intro}</p>
        <div className={content.whyImage === '' ? 'why__text' : 'why__grid'}>
          <div className="why__text">
            <Label>Why</Label>
            <h2 id="why-title">{bindLastWords(content.whyTitle)}</h2>
            <Prose html={whyHtml} />
          </div>
          <Picture
            className="why__image"
            file={content.whyImage}
            alt={content.whyImageAlt}
            sizes="(min-width: 64rem) 52vw, 100vw"
          />
        </div>
      </div>
    </section>
  )
}
