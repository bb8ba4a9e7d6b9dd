interface Flight<Input> {
  current: Promise<void>
  next: { input: Input; done: Promise<void> } | null
}

/**
 * Runs of one kind of work, at most one at a time for each owner and key. A call during a run waits for the next one,
 * which begins after the call and therefore sees everything that led to it; all calls that wait share that run. `merge`
 * combines their inputs.
 */
export function createSingleFlight<Input>(merge: (a: Input, b: Input) => Input) {
  const flightsOf = new WeakMap<object, Map<string, Flight<Input>>>()

  return function run(
    owner: object,
    key: string,
    input: Input,
    work: (input: Input) => Promise<void>,
  ): Promise<void> {
    const flights = flightsOf.get(owner) ?? new Map<string, Flight<Input>>()
    flightsOf.set(owner, flights)
    const flight = flights.get(key)
    if (!flight) return start(input)
    if (flight.next) {
      flight.next.input = merge(flight.next.input, input)
      return flight.next.done
    }
    const next = { input, done: Promise.resolve() }
    next.done = flight.current.catch(() => {}).then(() => start(next.input))
    flight.next = next
    return next.done

    function start(merged: Input): Promise<void> {
      const started: Flight<Input> = {
        next: null,
        current: work(merged).finally(() => {
          if (flights.get(key) === started && !started.next) flights.delete(key)
        }),
      }
      flights.set(key, started)
      return started.current
    }
  }
}
