import { Label } from '#app/ui/label.tsx'
import { Picture } from '#app/media/pictures/picture.tsx'
import type { About } from './about.ts'
import './about-purpose.css'

/** Vision and mission, one below the other, beside a picture that leaves the page at the left. */
export function AboutPurpose({ content }: { content: About }) {
  return (
    <div className="section on-paper purpose">
      <div className={content.purposeImage === '' ? 'wrap' : 'wrap purpose__grid'}>
        <Picture
          className="purpose__image"
          file={content.purposeImage}
          alt={content.purposeImageAlt}
          sizes="(min-width: 64rem) 46vw, 100vw"
        />
        <div className="purpose__texts">
          <section id="vision" aria-labelledby="vision-label">
            <Label as="h2" id="vision-label">
              Vision
            </Label>
            <p className="purpose__text">{content.vision}</p>
          </section>
          <section id="mission" aria-labelledby="mission-label">
            <Label as="h2" id="mission-label">
              Mission
            </Label>
            <p className="purpose__text">{content.mission}</p>
          </section>
        </div>
      </div>
    </div>
  )
}
