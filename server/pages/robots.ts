import type { FastifyReply } from 'fastify'
import { pages, type PageName } from '../../contract/pages/pages.ts'

/** Keeps a response out of search engines' results. */
export const withoutRobots = (reply: FastifyReply): FastifyReply =>
  reply.header('x-robots-tag', 'noindex, nofollow')

/** The same for a page that isn't for search engines. */
export const withRobots = (reply: FastifyReply, page: PageName): FastifyReply =>
  pages[page].isIndexable ? reply : withoutRobots(reply)
