import { followMenu } from './menu.ts'
import { typeOut } from './typing.ts'
// Only so that the build has the pictures: the server's HTML names them.
import './landing/product-pictures.ts'
import './site.css'
import './site-frame.css'
import './sections.css'
import './landing/hero.css'
import './landing/tour.css'
import './landing/quotes.css'
import './extension/extension.css'
import './legal/legal.css'
import './pricing/pricing.css'

followMenu(
  document.querySelector<HTMLButtonElement>('.menu-button')!,
  document.querySelector<HTMLElement>('.bar-links')!,
)
const headline = document.querySelector<HTMLElement>('.headline')
if (headline) typeOut(headline)
