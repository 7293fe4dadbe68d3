import { keccak256 } from 'viem'
import { expect, it } from 'vitest'
import { client, twoSteps } from '../client.ts'

const method = 'debug_accountRange'

it('gives a state in parts that together are what debug_dumpBlock gives', async () => {
  await using devnet = await client({ accounts: 5 })
  await twoSteps(devnet)
  const { accounts: all, root } = await devnet.ask('debug_dumpBlock', 'latest')
  const found: Record<string, unknown> = {}
  const sizes: number[] = []
  let next: string | undefined = ''
  while (next !== undefined) {
    const from = `0x${Buffer.from(next, 'base64').toString('hex')}`
    const part = await devnet.ask(method, 'latest', from, 3)
    Object.assign(found, part.accounts)
    sizes.push(Object.keys(part.accounts).length)
    expect(part.root).toBe(root)
    next = part.next
  }
  expect(found).toEqual(all)
  expect(sizes.slice(0, -1).every((size) => size === 3)).toBe(true)
  expect(sizes.length).toBeGreaterThan(1)
})

it('leaves code and storage out', async () => {
  await using devnet = await client()
  const { recorder } = await twoSteps(devnet)
  const from = keccak256(recorder)
  const one = async (...flags: boolean[]) => {
    const { accounts } = await devnet.ask(method, 'latest', from, '0x1', ...flags)
    return Object.values<object>(accounts)[0]
  }
  expect(await one()).toMatchObject({ address: recorder, code: expect.any(String) })
  expect(await one(true, true, false)).not.toHaveProperty('code')
  expect(await one(true, true, false)).not.toHaveProperty('storage')
})

it('gives 256 accounts at most', async () => {
  await using devnet = await client({ accounts: 300 })
  for (const wanted of [[], ['0x', 1_000], ['0x', 0]]) {
    const { accounts, next } = await devnet.ask(method, 'latest', ...wanted)
    expect(Object.keys(accounts)).toHaveLength(256)
    expect(next).toEqual(expect.any(String))
  }
})

it('refuses a start that is longer than a hash, however long', async () => {
  await using devnet = await client()
  for (const bytes of [33, 131_073]) {
    const long = `0x${'ab'.repeat(bytes)}`
    expect(await devnet.refusal(method, 'latest', long)).toEqual({
      code: -32602,
      message: expect.stringContaining(`hex string has length ${2 * bytes}, want at most 64`),
    })
  }
})
