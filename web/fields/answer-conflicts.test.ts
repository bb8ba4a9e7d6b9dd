import { beforeEach, describe, expect, it } from 'vitest'
import { holdSaver } from './answer-saver.test-support.ts'
import { AnswersChanged } from './answer-saver.ts'

let held: ReturnType<typeof holdSaver>
beforeEach(() => {
  held = holdSaver()
})

describe('answers that somebody else changed while they were typed', () => {
  beforeEach(async () => {
    held.saver.type('a', 'Mine', null, '')
    held.saver.type('b', 'Fine', null, '')
    held.pause()
    await held.calls[0]!.fail(new AnswersChanged({ a: 'Theirs', b: '' }))
  })

  it('wait for a choice, and don’t hold up others', async () => {
    expect(held.calls[1]!.answers).toEqual({ b: 'Fine' })
    await held.calls[1]!.end()
    expect(held.saver.state).toMatchObject({
      status: 'conflict',
      typed: { a: 'Mine' },
      theirs: { a: 'Theirs' },
    })
    expect(held.saver.isSettled).toBe(false)
    held.saver.type('a', 'Mine too', null, 'Theirs')
    held.pause()
    held.saver.leave()
    expect(held.calls).toHaveLength(2)
    expect(held.saver.state).toMatchObject({
      status: 'conflict',
      typed: { a: 'Mine too' },
      theirs: { a: 'Theirs' },
    })
  })

  it('replace the others’ if that is chosen', async () => {
    await held.calls[1]!.end()
    held.saver.choose('a', 'mine')
    expect(held.calls[2]).toMatchObject({ answers: { a: 'Mine' }, replaces: { a: ['Theirs'] } })
    await held.calls[2]!.end()
    expect(held.saver.state).toMatchObject({ status: 'saved', theirs: {} })
  })

  it('are given up if the others’ are chosen', async () => {
    await held.calls[1]!.end()
    held.saver.choose('a', 'theirs')
    expect(held.calls).toHaveLength(2)
    expect(held.saver.state).toMatchObject({ status: 'saved', theirs: {} })
    expect(held.saver.state.typed).not.toHaveProperty('a')
    expect(held.saver.isSettled).toBe(true)
  })

  it('are reported if nobody is watching', async () => {
    held.forget()
    await held.calls[1]!.end()
    expect([held.unseen(), held.saver.state.status]).toEqual([1, 'conflict'])
  })

  it('aren’t the host’s own as the server stores them', async () => {
    await held.calls[1]!.end()
    held.saver.type('b', 'Fine, thanks ', null, '')
    held.saver.type('c', ['y', 'x'], null, '')
    held.saver.type('d', [], null, ['x'])
    held.pause()
    await held.calls[2]!.end()
    for (const key of 'bcd') held.saver.type(key, 'More', null, '')
    held.saver.type('e', 'Mine', null, '')
    held.pause()
    const stored = { a: 'Theirs', b: 'Fine, thanks', c: ['x', 'y'], d: '', e: 'Theirs' }
    await held.calls[3]!.fail(new AnswersChanged(stored))
    expect(held.saver.state.theirs).toEqual({ a: 'Theirs', e: 'Theirs' })
  })

  it('may differ in nothing but spaces', async () => {
    await held.calls[1]!.fail(new AnswersChanged({ b: ' ' }))
    expect(held.saver.state).toMatchObject({ status: 'conflict', theirs: { b: ' ' } })
  })

  it('aren’t the host’s own of a later request that arrived earlier', async () => {
    await held.calls[1]!.end()
    held.saver.choose('a', 'theirs')
    held.saver.type('b', 'One', null, '')
    held.pause()
    held.saver.type('b', 'Two', null, '')
    held.saver.flush(true)
    await held.calls[3]!.end()
    await held.calls[2]!.fail(new AnswersChanged({ b: 'Two' }))
    expect(held.saver.state).toMatchObject({ status: 'saved', theirs: {} })
  })

  it('count as not saved if nothing of that is stored', async () => {
    await held.calls[1]!.fail(new AnswersChanged({ b: '' }))
    expect(held.calls).toHaveLength(2)
    expect(held.saver.state.status).toBe('failed')
  })
})
