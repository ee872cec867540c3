import { Icon } from '#app/cms/ui/icon.tsx'
import { PageIntro } from '#app/site/sections/shared/page-intro.tsx'
import { Steps } from '#app/site/sections/shared/steps.tsx'
import { bindLastWords } from '#app/site/ui/text.tsx'
import { ButtonLink } from '#app/cms/ui/content-link.tsx'
import { Picture } from '#app/cms/media/picture.tsx'
import type { ShownService as Service, ShownServices as Services } from './services.ts'
import './services-page.css'

/** Head of the page of services, with a link to each of them. */
export function ServicesIntro({ content, crumb }: { content: Services; crumb: string }) {
  return (
    <PageIntro
      title={content.title}
      lead={content.lead}
      crumb={crumb}
      aside={content.services.length > 0 && <ServiceLinks services={content.services} />}
    />
  )
}

/** A link to each service, with the smallest quantity that it begins with. */
function ServiceLinks({ services }: { services: Service[] }) {
  return (
    <nav className="service-links" aria-label="Services on this page">
      <ul>
        {services.map(({ _id, title, lots: [smallest] }) => (
          <li key={_id}>
            <a href={`#${_id}`}>
              <span className="service-links__title">{title}</span>{' '}
              {smallest && (
                <span className="service-links__lot">
                  {smallest.name}: {smallest.value}
                </span>
              )}{' '}
              <Icon name="down" />
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** A service: its name beside its picture, then the work and the steps, and beside them how to begin. */
export function ServiceSection({ service, index }: { service: Service; index: number }) {
  const { _id, title, lead, image, imageAlt, work, steps } = service
  return (
    <section
      className={index % 2 === 0 ? 'service' : 'service service--turned on-paper'}
      id={_id}
      aria-labelledby={`${_id}-title`}
    >
      <div className="on-ink on-deep service__top">
        <Picture
          className="service__image"
          file={image}
          alt={imageAlt}
          sizes="(min-width: 56rem) 54vw, 100vw"
          priority={index === 0}
        />
        <div className="wrap service__head">
          <h2 id={`${_id}-title`}>{title}</h2>
          <p className="lead">{bindLastWords(lead)}</p>
        </div>
      </div>
      <div className="wrap service__body">
        <div className="service__course">
          {work.length > 0 && (
            <div>
              <h3>What we do</h3>
              <ul className="service__work">
                {work.map((entry, index) => (
                  <li key={index}>{bindLastWords(entry)}</li>
                ))}
              </ul>
            </div>
          )}
          {steps.length > 0 && (
            <div>
              <h3>How it works</h3>
              <Steps steps={steps} as="h4" />
            </div>
          )}
        </div>
        <ServiceStart service={service} />
      </div>
    </section>
  )
}

/** How to begin: the contents of an enquiry, the minimum quantities, and where to send it. */
function ServiceStart({ service: { send, lots, lotsNote, buttonText, buttonLink } }: { service: Service }) {
  if (send.length === 0 && lots.length === 0 && buttonText === '') return null
  return (
    <div className="service-start">
      {lots.length > 0 && (
        <div>
          <h3>Minimum lots</h3>
          <dl className="service-lots">
            {lots.map(({ name, value }, index) => (
              <div key={index}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
          {lotsNote !== '' && <p className="service-lots__note">{bindLastWords(lotsNote)}</p>}
        </div>
      )}
      {send.length > 0 && (
        <div>
          <h3>What to send us</h3>
          <ul className="service-send">
            {send.map((entry, index) => (
              <li key={index}>
                <Icon name="check" /> <span>{bindLastWords(entry)}</span>
              </li>
            ))}
          </ul>
        </div>
      )}
      <ButtonLink to={buttonLink} variant="accent">
        {buttonText}
      </ButtonLink>
    </div>
  )
}
