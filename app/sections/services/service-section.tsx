import { bindLastWords } from '#app/ui/bind-last-words.ts'
import { ButtonLink } from '#app/ui/button-link.tsx'
import { Picture } from '#app/media/pictures/picture.tsx'
import { ServiceStart } from './service-start.tsx'
import { ServiceSteps } from './service-steps.tsx'
import type { Service } from './services.ts'
import './service-section.css'

/** A service: its picture across the window and its name, then what is done, how it runs, and how to begin. */
export function ServiceSection({ service, index }: { service: Service; index: number }) {
  return (
    <section className="service" id={service._id} aria-labelledby={`${service._id}-title`}>
      <div className="on-ink on-deep">
        <Picture className="service__image" file={service.image} alt={service.imageAlt} sizes="100vw" />
        <div className="wrap service__head">
          <h2 id={`${service._id}-title`}>{service.title}</h2>
          <div className="service__lead">
            <p className="lead">{bindLastWords(service.lead)}</p>
            <ButtonLink to={service.buttonLink}>{service.buttonText}</ButtonLink>
          </div>
        </div>
      </div>
      <div className={index % 2 === 0 ? 'service__body' : 'service__body on-paper'}>
        <div className="wrap">
          {service.work.length > 0 && (
            <div className="service__row service__row--labelled">
              <h3>What we do</h3>
              <ul className="service__work">
                {service.work.map((entry, index) => (
                  <li key={index} className="reveal">
                    {bindLastWords(entry)}
                  </li>
                ))}
              </ul>
            </div>
          )}
          <ServiceSteps steps={service.steps} />
          <ServiceStart service={service} />
        </div>
      </div>
    </section>
  )
}
