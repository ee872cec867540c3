import { data, redirect, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { findPage } from '#app/cms/define/collection-pages.ts'
import { currentSite } from '#app/cms/site.server.ts'
import { Prose } from '#app/cms/ui/prose.tsx'
import { renderMarkdown } from '#app/cms/ui/render-markdown.ts'
import { recipes } from '../recipes/recipes.ts'
import '../look.css'

const STATUS = { gone: 410, unreadable: 503, unknown: 404 }

/** The page of one recipe. */
export function loader({ params }: LoaderFunctionArgs) {
  const found = findPage(currentSite(), recipes, params['address'] ?? '')
  if (found.state === 'moved') throw redirect(found.to, 308)
  if (found.state !== 'shown') return data({ recipe: undefined }, { status: STATUS[found.state] })
  const { title, minutes, body } = found.entry.value
  return data({ recipe: { title, minutes, html: renderMarkdown(body, currentSite()), isListed: found.entry.isListed } })
}

export const meta: MetaFunction<typeof loader> = ({ data: loaded }) => [
  { title: loaded?.recipe?.title ?? 'No recipe' },
  ...(loaded?.recipe?.isListed === false ? [{ name: 'robots', content: 'noindex' }] : []),
]

export default function RecipePage() {
  const { recipe } = useLoaderData<typeof loader>()
  if (!recipe) return <main className="shop">There is no such recipe.</main>
  return (
    <main className="shop">
      <h1>{recipe.title}</h1>
      <p>{recipe.minutes} minutes</p>
      <Prose html={recipe.html} />
    </main>
  )
}
