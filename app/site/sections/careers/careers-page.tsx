import { bindLastWords } from '#app/site/ui/text.tsx'
import { Picture } from '#app/cms/media/picture.tsx'
import { Prose } from '#app/cms/ui/prose.tsx'
import { Steps } from '#app/site/sections/shared/steps.tsx'
import { ButtonLink } from '#app/cms/ui/content-link.tsx'
import type { Careers } from './careers.ts'
import './careers-page.css'

/** The people that the company looks for, in one sentence beside a picture. */
export function SoughtPeople({ content }: { content: Pick<Careers, 'intro' | 'whyImage' | 'whyImageAlt'> }) {
  return (
    <div className="section sought">
      <div className={content.whyImage === '' ? 'wrap' : 'wrap columns'}>
        <p className="sought__text">{content.intro}</p>
        <Picture
          className="edge-picture sought__image"
          file={content.whyImage}
          alt={content.whyImageAlt}
          sizes="(min-width: 64rem) 52vw, 100vw"
        />
      </div>
    </div>
  )
}

interface WhySectionProps {
  content: Pick<Careers, 'whyTitle' | 'values'>
  /** The text as HTML. */
  whyHtml: string
}

/** Why people stay, and beside it the values that the company offers, a line each. */
export function WhySection({ content: { whyTitle, values }, whyHtml }: WhySectionProps) {
  return (
    <section className="section on-studio" id="why" aria-labelledby="why-title">
      <div className="wrap why">
        <div className="why__text">
          <h2 id="why-title">{bindLastWords(whyTitle)}</h2>
          <Prose html={whyHtml} />
        </div>
        {values.length > 0 && (
          <ul className="career-values">
            {values.map(({ _id, title, description }) => (
              <li key={_id} className="reveal">
                <h3>{title}</h3>
                <p>{bindLastWords(description)}</p>
              </li>
            ))}
          </ul>
        )}
      </div>
    </section>
  )
}

/** The hours of a day in production, from the first to the last. */
export function DaySection({ title, day }: { title: string; day: Careers['day'] }) {
  if (day.length === 0) return null
  return (
    <section className="section" id="day" aria-labelledby="day-title">
      <div className="wrap day">
        <h2 id="day-title">{bindLastWords(title)}</h2>
        <ol>
          {day.map(({ time, title: name, text }) => (
            <li key={time}>
              <time dateTime={time}>{time}</time>
              <div>
                <h3>{bindLastWords(name)}</h3>
                <p>{bindLastWords(text)}</p>
              </div>
            </li>
          ))}
        </ol>
      </div>
    </section>
  )
}

interface ApplySectionProps {
  content: Pick<Careers, 'applyTitle' | 'applyLead' | 'steps'>
  email: string | undefined
}

/** How to apply: by the employment e-mail address of the site section, or by the contact page if it is undefined. */
export function ApplySection({ content, email }: ApplySectionProps) {
  return (
    <section className="section on-ink" id="apply" aria-labelledby="apply-title">
      <div className="wrap columns apply">
        <div>
          <h2 id="apply-title">{bindLastWords(content.applyTitle)}</h2>
          {content.applyLead !== '' && <p className="lead">{bindLastWords(content.applyLead)}</p>}
          {email === undefined ? (
            <ButtonLink to="/contactus">Contact us</ButtonLink>
          ) : (
            <a className="apply__email" href={`mailto:${email}`}>
              {email}
            </a>
          )}
        </div>
        <Steps steps={content.steps} />
      </div>
    </section>
  )
}
