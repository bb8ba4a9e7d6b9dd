import { product } from '../../contract/product.ts'
import type { Handler } from './endpoint.ts'

export const getMeta: Handler<'getMeta'> = async ({ deps }) => {
  const { release, source } = deps.zones.current()
  return {
    product: product.name,
    version: product.version,
    mode: deps.mode,
    timezoneRelease: release,
    timezoneSource: source,
  }
}
