import { expect, test } from 'vitest'
import { extensions } from '../../src/app/extensions.ts'
import { yieldToEventLoop } from '../../src/clock/pace.ts'
import { Answers } from '../../src/rpc/answers.ts'
import { createMethods } from '../../src/rpc/methods/methods.ts'
import { createRegistry } from '../../src/rpc/registry.ts'

const registry = createRegistry(createMethods({ chainName: 'base' }, extensions))

const limits = { unreadBytes: 10, longAnswers: 2 }

function slowReader() {
  const reader = { hurries: 0, hurry: () => void reader.hurries++ }
  return reader
}

/** Work that ends when it is told to, and the names of what has begun. */
function works() {
  const begun: string[] = []
  const ends: (() => void)[] = []
  const work = (name: string) => () => {
    begun.push(name)
    return new Promise<void>((resolve) => ends.push(resolve))
  }
  return { begun, work, end: () => ends.shift()?.() }
}

test('those who do not read are hurried once, and others wait until they have read', async () => {
  const answers = new Answers(limits)
  const [slow, other] = [slowReader(), slowReader()]
  answers.add(slow, 10)
  expect([answers.room(), slow.hurries]).toEqual([undefined, 0])
  answers.add(other, 1)
  answers.add(other, 1)
  const room = answers.room()
  expect([slow.hurries, other.hurries]).toEqual([1, 1])
  answers.remove(slow, 10)
  await room
  expect(answers.isFull).toBe(false)
})

test('one that waits is begun in a turn, so that its answer counts for the next', async () => {
  const answers = new Answers(limits)
  const slow = slowReader()
  answers.add(slow, 11)
  const begun: number[] = []
  for (const index of [1, 2]) {
    void answers.room()?.then(() => {
      begun.push(index)
      answers.add(slow, 11)
    })
  }
  answers.remove(slow, 11)
  for (let turns = 0; turns < 5; turns++) await yieldToEventLoop()
  expect(begun).toEqual([1])
  answers.remove(slow, 11)
  await expect.poll(() => begun).toEqual([1, 2])
})

test('long answers are made a few at a time, a trace alone, and others at once', async () => {
  const answers = new Answers(limits)
  const { begun, work, end } = works()
  const calls = ['debug_traceCall', 'eth_getLogs', 'eth_getLogs', 'trace_call', 'eth_chainId']
  const done = Promise.all(
    calls.map((method) => answers.run(registry.find(method)?.weight, work(method))),
  )
  expect(begun).toEqual(['debug_traceCall', 'eth_chainId'])
  end()
  await expect.poll(() => begun.slice(2)).toEqual(['eth_getLogs', 'eth_getLogs'])
  for (const _ of calls) end()
  await expect.poll(() => begun.at(-1)).toBe('trace_call')
  end()
  await done
})

test('no long answer is begun while too much is unread', async () => {
  const answers = new Answers(limits)
  const slow = slowReader()
  const { begun, work, end } = works()
  answers.add(slow, 11)
  const done = answers.run('long', work('logs'))
  await yieldToEventLoop()
  expect(begun).toEqual([])
  answers.remove(slow, 11)
  await expect.poll(() => begun).toEqual(['logs'])
  end()
  await done
})

test('one batch at a time becomes long', async () => {
  const answers = new Answers(limits)
  const end = await answers.longBatch()
  let isSecond = false
  const second = answers.longBatch().then((endSecond) => {
    isSecond = true
    endSecond()
  })
  await yieldToEventLoop()
  expect(isSecond).toBe(false)
  end()
  await second
  expect(isSecond).toBe(true)
})
