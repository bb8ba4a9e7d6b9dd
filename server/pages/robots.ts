import type { FastifyReply } from 'fastify'
import { pages, type PageName } from '../../contract/pages.ts'

/** Keeps a page that isn't for search engines out of their results. */
export const withRobots = (reply: FastifyReply, page: PageName): FastifyReply =>
  pages[page].isIndexable ? reply : reply.header('x-robots-tag', 'noindex, nofollow')
