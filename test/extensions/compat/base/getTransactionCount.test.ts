import { expect, it } from 'vitest'
import { account, client } from '../../../rpc/methods/client.ts'

it.each([
  [undefined, ['0x1', '0x3', '0x4']],
  ['base', ['0x0', '0x2', '0x3']],
] as const)(
  'eth_getTransactionCount with compat %s is %j for one pooled transaction, after two pre-confirmed ones, and with one sealed in between',
  async (compat, counts) => {
    await using devnet = await client({ compat })
    const sender = account(devnet, 0)
    const send = () => devnet.send({ to: account(devnet, 1), value: '0x1' })
    const count = (block: string) => devnet.ask('eth_getTransactionCount', sender, block)
    const seen: string[] = []
    await send()
    seen.push(await count('pending'))
    await devnet.flashblock()
    await send()
    await devnet.flashblock()
    await send()
    seen.push(await count('pending'))
    expect(await count('latest')).toBe('0x0')
    await devnet.seal()
    expect(await count('latest')).toBe('0x3')
    await send()
    seen.push(await count('pending'))
    expect(seen).toEqual(counts)
  },
)
