import { memo, useRef, useState } from 'react'
import { ProductDrawing, ProductPicture } from '#app/site/sections/product-page/product-tile.tsx'
import { bindLastWords } from '#app/site/ui/text.tsx'
import { ButtonLink, ContentLink } from '#app/cms/ui/content-link.tsx'
import { Icon } from '#app/cms/ui/icon.tsx'
import { Label } from '#app/site/ui/section-head.tsx'
import { productPath } from '#app/site/addresses/product-address.ts'
import type { Product } from '#app/site/sections/product-page/product-list.ts'
import type { PowerCables } from './power-cables.ts'
import './power-cables-section.css'

/** The power cable compounds: a list, and beside it a large image of the active one. */
export function PowerCablesSection({ content }: { content: PowerCables | undefined }) {
  if (!content) return <PowerCablesFailure />
  if (content.products.length === 0) return null
  const sectionImage = { file: content.image, alt: content.imageAlt }
  return (
    <section className="section on-studio power" id="power-cables" aria-labelledby="power-cables-title">
      <div className="wrap">
        <div className="power__text">
          <h2 id="power-cables-title">{bindLastWords(content.title)}</h2>
          <PowerCableList products={content.products} sectionImage={sectionImage} />
          <ButtonLink to={content.buttonLink}>{content.buttonText}</ButtonLink>
        </div>
      </div>
    </section>
  )
}

/** The frame of the section with an error, if its content could not be read. */
function PowerCablesFailure() {
  return (
    <section className="section on-studio power" id="power-cables" aria-labelledby="power-cables-title">
      <div className="wrap">
        <div className="power__text">
          <Label as="h2" id="power-cables-title">
            Power cables
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

interface PowerCableListProps {
  products: Product[]
  /** Shown for a product without an image. */
  sectionImage: { file: string; alt: string }
}

/**
 * Rows that are links; the active one shows its text and its large image. The first row is active until another is
 * hovered or focused, which then remains active. Touch has no hover: a tap on an inactive row activates it, the next
 * tap follows the link. Without JavaScript, CSS does the same for hover and focus.
 */
function PowerCableList({ products, sectionImage }: PowerCableListProps) {
  const [chosenId, setChosenId] = useState<string>()
  const [tappedTitle, setTappedTitle] = useState('')
  const active = products.find(({ _id }) => _id === chosenId) ?? products[0]

  return (
    <>
      <ul className={chosenId === undefined ? 'power__list power__list--untouched' : 'power__list'}>
        {products.map((product) => (
          <PowerCableRow
            key={product._id}
            product={product}
            sectionImage={sectionImage}
            isActive={product === active}
            onChoose={setChosenId}
            onTap={setTappedTitle}
          />
        ))}
      </ul>
      <p className="visually-hidden" role="status">
        {tappedTitle && `${tappedTitle} is shown. Activate it again to open its page.`}
      </p>
    </>
  )
}

interface PowerCableRowProps {
  product: Product
  sectionImage: PowerCableListProps['sectionImage']
  isActive: boolean
  /** Called with its `_id`. */
  onChoose: (id: string) => void
  /** Called with its title when a tap makes it active. */
  onTap: (title: string) => void
}

/** Memoised: a row that becomes active does not render the others again. */
const PowerCableRow = memo(function PowerCableRow(props: PowerCableRowProps) {
  const { product, sectionImage, isActive, onChoose, onTap } = props
  const isChoosingTap = useRef(false)
  return (
    <li className={isActive ? 'power__item is-active' : 'power__item'}>
      <div className="power__row">
        <h3 className="power__name">
          <ContentLink
            to={productPath(product)}
            onFocus={() => onChoose(product._id)}
            onPointerEnter={({ pointerType }) => {
              if (pointerType !== 'touch') onChoose(product._id)
            }}
            // Decided here, before focus makes the row active and the click arrives.
            onPointerDown={({ pointerType }) => {
              isChoosingTap.current = pointerType === 'touch' && !isActive
            }}
            onPointerCancel={() => {
              isChoosingTap.current = false
            }}
            onClick={(event) => {
              if (!isChoosingTap.current) return
              isChoosingTap.current = false
              event.preventDefault()
              onChoose(product._id)
              onTap(product.title)
            }}
          >
            {bindLastWords(product.title)}
          </ContentLink>
          <Icon name="arrow" />
        </h3>
        {product.description !== '' && (
          <div className="power__desc">
            <p>{product.description}</p>
          </div>
        )}
      </div>
      <ProductPicture
        className="power__image"
        candidates={[{ file: product.image, alt: product.imageAlt }, sectionImage]}
        sizes={IMAGE_SIZES}
      />
    </li>
  )
})

/** Width of the large image, as in power-cables-section.css. */
const IMAGE_SIZES = '(min-width: 64rem) 61vw, 100vw'
