import type { FastifyInstance } from 'fastify'

/** The misbehaviours in force, as tests have asked for them. */
export interface FaultList<F> {
  add: (fault: F) => void
  clear: () => void
  list: () => readonly F[]
  /** Uses up one turn of the first fault that is wanted. */
  take: (wanted: (fault: F) => boolean) => F | undefined
}

/** No faults. Each meets as often as its `times` say; 0: until cleared. */
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

/** Where tests ask for faults. A text that `parse` gives says what is wrong with one. */
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

/** A whole number, not negative. */
export function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0
}
