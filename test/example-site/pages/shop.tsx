import type { MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { pagesOf } from '#app/cms/define/collection-pages.ts'
import { listedRows } from '#app/cms/define/listed-rows.ts'
import { currentSite } from '#app/cms/site.server.ts'
import { PhoneLink } from '#app/cms/ui/content-link.tsx'
import { bakery } from '../bakery/bakery.ts'
import { breads } from '../breads/breads.ts'
import { recalls } from '../recalls/recalls.ts'
import { recipes } from '../recipes/recipes.ts'
import { homeParts } from './home-parts.server.ts'
import { HomeParts } from './home-parts.tsx'
import '../look.css'

export function loader() {
  const { content } = currentSite()
  const shop = content.find(bakery)?.value
  const { title, href } = pagesOf(currentSite(), recipes).withKey(shop?.recipe ?? '') ?? {}
  return {
    shop,
    breads: listedRows(currentSite(), breads),
    recalls: listedRows(currentSite(), recalls).filter(({ withdrawnBecause }) => withdrawnBecause === ''),
    parts: homeParts(),
    recipe: title !== undefined && href !== undefined ? { title, href } : undefined,
  }
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data?.shop?.companyName ?? 'Bakery' },
  { name: 'description', content: data?.shop?.welcome ?? '' },
]

/** The home page. */
export default function Shop() {
  const { shop, breads, recalls, recipe, parts } = useLoaderData<typeof loader>()
  return (
    <main className="shop">
      {shop && (
        <header>
          <h1>{shop.companyName}</h1>
          <p className="shop__welcome">{shop.welcome}</p>
          <nav aria-label="Pages">
            {shop.navigation.map(({ text, link }) => (
              <a key={link} href={link}>
                {text}
              </a>
            ))}
          </nav>
        </header>
      )}
      <section id="breads" aria-labelledby="breads-title">
        <h2 id="breads-title">Our breads</h2>
        <ul className="shop__breads">
          {breads.map(({ _id, name, description, price }) => (
            <li key={_id}>
              <h3>{name}</h3>
              <p>{description}</p>
              <p className="shop__price">{price}</p>
            </li>
          ))}
        </ul>
        {recipe && (
          <p>
            Recipe of the week: <a href={recipe.href}>{recipe.title}</a>
          </p>
        )}
      </section>
      {recalls.length > 0 && (
        <section id="recalls" aria-labelledby="recalls-title">
          <h2 id="recalls-title">Please bring back</h2>
          {recalls.map(({ _id, title, day, reason }, index) => (
            <p key={_id} id={`recall-${index + 1}`}>
              {title} of {day}: {reason}
            </p>
          ))}
        </section>
      )}
      <HomeParts {...parts} />
      {shop && (
        <section aria-labelledby="hours-title">
          <h2 id="hours-title">Opening hours</h2>
          <p className="shop__hours">{shop.openingHours}</p>
          <p>
            <PhoneLink number={shop.phone} />
          </p>
        </section>
      )}
    </main>
  )
}
