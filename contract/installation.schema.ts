import { z } from 'zod'
import { product } from './product.ts'

export const meta = z.object({
  product: z.literal(product.name),
  version: z.string(),
  mode: z.enum(['sandbox', 'production']),
  timezoneRelease: z.string().describe('Of the time zone database, such as 2026f'),
  timezoneSource: z
    .enum(['system', 'package', 'runtime'])
    .describe('Files of the operating system, a package, or what Node was built with'),
})
