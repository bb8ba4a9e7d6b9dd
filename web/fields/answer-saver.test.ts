import { beforeEach, describe, expect, it, vi } from 'vitest'
import { collectionLimits } from '../../contract/custom-fields/custom-fields.ts'
import { AnswersChanged, AnswerSaver, type Answers, type Replaced } from './answer-saver.ts'

const DELAY = 800
let calls: {
  answers: Answers
  isLeaving: boolean
  replaces: Replaced
  end: () => Promise<void>
  fail: (error?: Error) => Promise<void>
}[]
let unseen: number
let saver: AnswerSaver
let forget: () => void

beforeEach(() => {
  vi.useFakeTimers()
  calls = []
  unseen = 0
  saver = new AnswerSaver({
    delayMs: DELAY,
    onUnseenFailure: () => unseen++,
    save(answers, isLeaving, replaces) {
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      const settle = async (how: () => void) => {
        how()
        await vi.advanceTimersByTimeAsync(0)
      }
      calls.push({
        answers,
        isLeaving,
        replaces,
        end: () => settle(resolve),
        fail: (error = new Error('No')) => settle(() => reject(error)),
      })
      return promise
    },
  })
  forget = saver.subscribe(() => {})
})

const pause = () => vi.advanceTimersByTime(DELAY)
const sent = () => calls.map(({ answers }) => answers)

describe('typed answers', () => {
  it('are saved together once the host pauses', async () => {
    saver.type('a', 'He', null)
    vi.advanceTimersByTime(DELAY - 1)
    saver.type('a', 'Hello', null)
    saver.type('b', ['x'], null)
    vi.advanceTimersByTime(DELAY - 1)
    expect(sent()).toEqual([])
    expect(saver.state.status).toBe('waiting')
    pause()
    expect(sent()).toEqual([{ a: 'Hello', b: ['x'] }])
    expect(saver.state.status).toBe('saving')
    await calls[0]!.end()
    expect(saver.state.status).toBe('saved')
    expect(saver.isSettled).toBe(true)
    saver.flush()
    expect(calls).toHaveLength(1)
  })

  it('are sent with what they may replace', async () => {
    saver.type('a', 'He', null, 'Old')
    saver.type('a', 'Hello', null, 'He')
    pause()
    expect(calls[0]).toMatchObject({ answers: { a: 'Hello' }, replaces: { a: ['Old'] } })
    await calls[0]!.fail()
    saver.type('a', 'Hello you', null, 'Old')
    pause()
    // The first may have been saved.
    expect(calls[1]!.replaces).toEqual({ a: ['Old', 'Hello'] })
    saver.type('a', 'Hello all', null, 'Old')
    await calls[1]!.end()
    expect(calls[2]!.replaces).toEqual({ a: ['Hello you'] })
    await calls[2]!.end()
    saver.type('a', 'Hello', null, 'Old')
    pause()
    expect(calls[3]!.replaces).toEqual({ a: ['Hello all'] })
  })

  it('replace what was saved before any number of failures', async () => {
    const limit = collectionLimits.replaced
    for (let i = 0; i < 2 * limit; i++) {
      saver.type('a', `Try ${i}`, null, 'Old')
      pause()
      await calls.at(-1)!.fail()
    }
    saver.flush()
    const replaces = calls.at(-1)!.replaces['a']!
    expect(replaces).toHaveLength(limit)
    expect([replaces[0], replaces.at(-1)]).toEqual(['Old', `Try ${2 * limit - 1}`])
  })

  it('are saved immediately on leaving the field or the page', () => {
    saver.type('a', 'Hello', null)
    saver.flush(true)
    expect(calls).toMatchObject([{ answers: { a: 'Hello' }, isLeaving: true }])
    pause()
    expect(calls).toHaveLength(1)
  })

  it('wait for the running save and keep their order', async () => {
    saver.type('a', 'One', null)
    saver.type('b', 'Same', null)
    pause()
    saver.type('a', 'Two', null)
    pause()
    saver.flush()
    expect(sent()).toEqual([{ a: 'One', b: 'Same' }])
    await calls[0]!.end()
    expect(sent()).toEqual([{ a: 'One', b: 'Same' }, { a: 'Two' }])
    expect(saver.state.status).toBe('saving')
    await calls[1]!.end()
    expect(saver.state.status).toBe('saved')
  })

  it('are all sent once more if the page closes during a save', async () => {
    saver.type('a', 'One', null)
    pause()
    saver.type('b', 'Two', null)
    // Both of what a browser says of that.
    saver.flush(true)
    saver.flush(true)
    expect(calls).toMatchObject([
      { answers: { a: 'One' }, isLeaving: false },
      { answers: { a: 'One', b: 'Two' }, isLeaving: true },
    ])
    await calls[0]!.fail()
    expect(saver.state.status).toBe('saving')
    await calls[1]!.end()
    expect(saver.state.status).toBe('saved')
    expect(saver.isSettled).toBe(true)
  })

  it('are saved if one of two requests saves them', async () => {
    saver.type('a', 'One', null)
    pause()
    saver.flush(true)
    await calls[0]!.end()
    expect(saver.state.status).toBe('saving')
    await calls[1]!.fail()
    expect(saver.state.status).toBe('saved')
    expect(unseen).toBe(0)
  })

  it('stay as typed until the host leaves the field', async () => {
    saver.type('a', 'Hello ', null)
    pause()
    await calls[0]!.end()
    expect(saver.state.typed).toEqual({ a: 'Hello ' })
    saver.leave()
    expect(saver.state.typed).toEqual({})
    expect(saver.state.status).toBe('saved')
  })

  it('are replaced by the server’s version once the save ends that began on leaving', async () => {
    saver.type('a', 'Hello', null)
    saver.leave()
    expect(saver.state.typed).toEqual({ a: 'Hello' })
    await calls[0]!.end()
    expect(saver.state.status).toBe('saved')
    expect(saver.state.typed).toEqual({})
  })

  it('stay if typed again after leaving, before or after the save ends', async () => {
    saver.type('a', 'One', null)
    saver.type('b', 'Left', null)
    saver.leave()
    saver.type('a', 'Two', null)
    await calls[0]!.end()
    expect(saver.state.typed).toEqual({ a: 'Two' })
    await calls[1]!.end()
    expect(saver.state).toMatchObject({ status: 'saved', typed: { a: 'Two' } })
  })
})

describe('a failed save', () => {
  it('loses nothing and is retried', async () => {
    saver.type('a', 'Hello', null)
    pause()
    saver.type('b', 'More', null)
    await calls[0]!.fail()
    expect(saver.state).toMatchObject({ status: 'failed', typed: { a: 'Hello', b: 'More' } })
    saver.leave()
    expect(sent()[1]).toEqual({ a: 'Hello', b: 'More' })
    await calls[1]!.fail()
    expect(saver.state).toMatchObject({ status: 'failed', typed: { a: 'Hello', b: 'More' } })
    expect(saver.isSettled).toBe(false)
    saver.flush()
    await calls[2]!.end()
    expect(saver.state.status).toBe('saved')
    expect(unseen).toBe(0)
  })

  it('keeps what was left until it is saved', async () => {
    saver.type('a', 'Hello', null)
    saver.leave()
    await calls[0]!.fail()
    expect(saver.state).toMatchObject({ status: 'failed', typed: { a: 'Hello' } })
    saver.flush()
    await calls[1]!.end()
    expect(saver.state.status).toBe('saved')
    expect(saver.state.typed).toEqual({})
  })

  it('is reported if nobody is watching', async () => {
    saver.type('a', 'Hello', null)
    saver.flush()
    forget()
    await calls[0]!.fail()
    expect(unseen).toBe(1)
    expect(saver.state.typed).toEqual({ a: 'Hello' })
  })
})

describe('an invalid answer', () => {
  it("waits to be fixed, shows its error on leaving the field, and doesn't block other answers", async () => {
    saver.type('a', 'bob@', 'Not an address')
    saver.type('b', 'Fine', null)
    pause()
    expect(sent()).toEqual([{ b: 'Fine' }])
    expect(saver.state.errors).toEqual({})
    await calls[0]!.end()
    saver.leave()
    expect(saver.state).toMatchObject({
      status: 'invalid',
      typed: { a: 'bob@' },
      errors: { a: 'Not an address' },
    })
    saver.type('a', 'bob@example.com', null)
    expect(saver.state.errors).toEqual({})
    pause()
    expect(sent()[1]).toEqual({ a: 'bob@example.com' })
  })
})

describe('answers that somebody else changed while they were typed', () => {
  beforeEach(async () => {
    saver.type('a', 'Mine', null, '')
    saver.type('b', 'Fine', null, '')
    pause()
    await calls[0]!.fail(new AnswersChanged({ a: 'Theirs', b: '' }))
  })

  it('wait for a choice, and don’t hold up others', async () => {
    expect(calls[1]!.answers).toEqual({ b: 'Fine' })
    await calls[1]!.end()
    expect(saver.state).toMatchObject({ status: 'conflict', typed: { a: 'Mine' }, theirs: { a: 'Theirs' } })
    expect(saver.isSettled).toBe(false)
    saver.type('a', 'Mine too', null, 'Theirs')
    pause()
    saver.leave()
    expect(calls).toHaveLength(2)
    expect(saver.state).toMatchObject({
      status: 'conflict',
      typed: { a: 'Mine too' },
      theirs: { a: 'Theirs' },
    })
  })

  it('replace the others’ if that is chosen', async () => {
    await calls[1]!.end()
    saver.choose('a', 'mine')
    expect(calls[2]).toMatchObject({ answers: { a: 'Mine' }, replaces: { a: ['Theirs'] } })
    await calls[2]!.end()
    expect(saver.state).toMatchObject({ status: 'saved', theirs: {} })
  })

  it('are given up if the others’ are chosen', async () => {
    await calls[1]!.end()
    saver.choose('a', 'theirs')
    expect(calls).toHaveLength(2)
    expect(saver.state).toMatchObject({ status: 'saved', theirs: {} })
    expect(saver.state.typed).not.toHaveProperty('a')
    expect(saver.isSettled).toBe(true)
  })

  it('are reported if nobody is watching', async () => {
    forget()
    await calls[1]!.end()
    expect([unseen, saver.state.status]).toEqual([1, 'conflict'])
  })

  it('aren’t the host’s own as the server stores them', async () => {
    await calls[1]!.end()
    saver.type('b', 'Fine, thanks ', null, '')
    saver.type('c', ['y', 'x'], null, '')
    saver.type('d', [], null, ['x'])
    pause()
    await calls[2]!.end()
    for (const key of 'bcd') saver.type(key, 'More', null, '')
    saver.type('e', 'Mine', null, '')
    pause()
    const stored = { a: 'Theirs', b: 'Fine, thanks', c: ['x', 'y'], d: '', e: 'Theirs' }
    await calls[3]!.fail(new AnswersChanged(stored))
    expect(saver.state.theirs).toEqual({ a: 'Theirs', e: 'Theirs' })
  })

  it('may differ in nothing but spaces', async () => {
    await calls[1]!.fail(new AnswersChanged({ b: ' ' }))
    expect(saver.state).toMatchObject({ status: 'conflict', theirs: { b: ' ' } })
  })

  it('aren’t the host’s own of a later request that arrived earlier', async () => {
    await calls[1]!.end()
    saver.choose('a', 'theirs')
    saver.type('b', 'One', null, '')
    pause()
    saver.type('b', 'Two', null, '')
    saver.flush(true)
    await calls[3]!.end()
    await calls[2]!.fail(new AnswersChanged({ b: 'Two' }))
    expect(saver.state).toMatchObject({ status: 'saved', theirs: {} })
  })

  it('count as not saved if nothing of that is stored', async () => {
    await calls[1]!.fail(new AnswersChanged({ b: '' }))
    expect(calls).toHaveLength(2)
    expect(saver.state.status).toBe('failed')
  })
})
