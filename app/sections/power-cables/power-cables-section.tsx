import { ProductDrawing } from '#app/sections/products/product-drawing.tsx'
import { ProductPicture } from '#app/sections/products/product-picture.tsx'
import { bindLastWords } from '#app/ui/bind-last-words.ts'
import { ButtonLink } from '#app/ui/button-link.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { Label } from '#app/ui/label.tsx'
import { IMAGE_SIZES, PowerCableList } from './power-cable-list.tsx'
import type { PowerCables } from './power-cables.ts'
import './power-cables-section.css'

/** The power cable compounds: a list, and beside it a large image of the one in focus. */
export function PowerCablesSection({ content }: { content: PowerCables | undefined }) {
  if (!content) return <PowerCablesFailure />
  const sectionImage = { file: content.image, alt: content.imageAlt }
  return (
    <section className="section on-studio power" id="power-cables" aria-labelledby="power-cables-title">
      <div className="wrap">
        <div className="power__text">
          <Label>{LABEL}</Label>
          <h2 id="power-cables-title">{bindLastWords(content.title)}</h2>
          {content.products.length > 0 ? (
            <PowerCableList products={content.products} sectionImage={sectionImage} />
          ) : (
            <ProductPicture className="power__image" candidates={[sectionImage]} sizes={IMAGE_SIZES} />
          )}
          <ButtonLink to={content.buttonLink}>{content.buttonText}</ButtonLink>
        </div>
      </div>
    </section>
  )
}

/** Keeps the section's frame where its content could not be read. */
function PowerCablesFailure() {
  return (
    <section className="section on-studio power" id="power-cables" aria-labelledby="power-cables-title">
      <div className="wrap">
        <div className="power__text">
          <Label as="h2" id="power-cables-title">
            {LABEL}
          </Label>
          <p className="power__failure" role="alert">
            <Icon name="alert" /> Failed to load data.
          </p>
        </div>
      </div>
      <div className="power__image product-picture">
        <ProductDrawing />
      </div>
    </section>
  )
}

const LABEL = 'Power cables'
