import { imageUrl } from '#app/media/pictures/image-url.ts'
import type { Film } from './drhp.ts'
import './offer-films.css'

/** The films beside each other. Nothing of one is fetched before somebody plays it but its first picture. */
export function OfferFilms({ films }: { films: Film[] }) {
  return (
    <div className="films">
      {films.map(({ _id, title, language, note, video, captions, poster }) => (
        <figure key={_id} className="film">
          <video
            controls
            preload="none"
            playsInline
            width={1280}
            height={720}
            poster={imageUrl(poster)}
            aria-label={`Film about the offer, ${title}`}
          >
            <source src={video} type="video/mp4" />
            <track kind="captions" src={captions} srcLang={language} label={title} default />
            Your browser does not support the video tag.
          </video>
          <figcaption>
            <b>{title}</b> <span>{note}</span>
          </figcaption>
        </figure>
      ))}
    </div>
  )
}
