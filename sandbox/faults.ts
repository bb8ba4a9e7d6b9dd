import type { FastifyInstance } from 'fastify'

/** The active faults that tests asked for. */
export interface FaultList<F> {
  add: (fault: F) => void
  clear: () => void
  list: () => readonly F[]
  /** Consumes one use of the first matching fault. */
  take: (wanted: (fault: F) => boolean) => F | undefined
}

/** Creates an empty list. Each fault applies `times` times, or until cleared if `times` is 0. */
export function createFaultList<F extends { times: number }>(): FaultList<F> {
  let faults: F[] = []
  return {
    add: (fault) => void faults.push(fault),
    clear: () => void (faults = []),
    list: () => faults,
    take(wanted) {
      const fault = faults.find(wanted)
      if (fault && fault.times > 0 && --fault.times === 0) faults = faults.filter((one) => one !== fault)
      return fault
    },
  }
}

/** The routes where tests set faults. If `parse` returns a string, it is the error message. */
export function faultRoutes<F extends object>(
  app: FastifyInstance,
  path: string,
  faults: Omit<FaultList<F>, 'take'>,
  parse: (body: unknown) => F | string,
): void {
  app.get(path, () => faults.list())
  app.post(path, (request, reply) => {
    const fault = parse(request.body)
    if (typeof fault === 'string') return reply.code(400).send({ error: fault })
    faults.add(fault)
    return reply.code(201).send(fault)
  })
  app.delete(path, (_request, reply) => {
    faults.clear()
    return reply.code(204).send()
  })
}

/** A whole number of at least 0. */
export function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0
}
