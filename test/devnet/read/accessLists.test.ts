import { type Hex, keccak256 } from 'viem'
import { describe, expect, test } from 'vitest'
import { ask, bob, deploy, nobody, start } from '../../support/amsterdam.ts'
import { testDevnet } from '../../support/testDevnet.ts'
import { tokenAbi } from '../../support/token.ts'

describe('eth_getBlockAccessList', () => {
  test('gives what the header has the hash of, of new blocks and of those run again', async () => {
    const started = await start()
    const { devnet, wallet } = started
    await using _ = devnet
    const token = await deploy(started)
    const transfer = { abi: tokenAbi, address: token, functionName: 'transfer' } as const
    await wallet.writeContract({ ...transfer, args: [bob, 5n] })
    await wallet.sendTransaction({ to: nobody(1), value: 1n })
    await devnet.seal()
    const list = await ask(devnet, 'eth_getBlockAccessList', 'latest')
    expect(list.map(({ address }: { address: Hex }) => address)).toEqual(
      [...new Set(list.map(({ address }: { address: Hex }) => address))].sort(),
    )
    expect(list.find(({ address }: { address: Hex }) => address === nobody(1))).toEqual({
      address: nobody(1),
      storageChanges: [],
      storageReads: [],
      balanceChanges: [{ index: '0x2', value: '0x1' }],
      nonceChanges: [],
      codeChanges: [],
    })
    const slots = list.find(({ address }: { address: Hex }) => address === token).storageChanges
    expect(slots).toHaveLength(2)
    expect(slots[0].changes[0]).toMatchObject({ index: '0x1' })
    const dumped = await devnet.dumpState()
    await using loaded = await testDevnet({ loadState: dumped })
    for (const number of ['0x0', '0x1', '0x2']) {
      const [here, there] = await Promise.all(
        [devnet, loaded].map((chain) => ask(chain, 'eth_getBlockAccessList', number)),
      )
      expect(there).toEqual(here)
    }
    expect(loaded.warnings).toHaveLength(1)
    const genesis = await ask(devnet, 'eth_getBlockByNumber', '0x0', false)
    expect(genesis.blockAccessListHash).toBe(keccak256('0xc0'))
    expect(await ask(devnet, 'eth_getBlockAccessList', '0x0')).toEqual([])
  })

  test('gives that of an open block so far, and of one that was edited while it was open', async () => {
    const { devnet, wallet } = await start({ mining: 'flashblocks' })
    await using _ = devnet
    await wallet.sendTransaction({ to: nobody(1), value: 1n })
    await devnet.clock.advance(200)
    const addresses = async (block: string) =>
      (await ask(devnet, 'eth_getBlockAccessList', block)).map(
        ({ address }: { address: Hex }) => address,
      )
    expect(await addresses('pending')).toContain(nobody(1))
    await ask(devnet, 'anvil_setBalance', nobody(2), '0x5')
    await wallet.sendTransaction({ to: nobody(2), value: 1n })
    expect(await addresses('pending')).not.toContain(nobody(2))
    await devnet.clock.advance(2000)
    const list = await ask(devnet, 'eth_getBlockAccessList', 'latest')
    expect(
      list.find(({ address }: { address: Hex }) => address === nobody(2)).balanceChanges,
    ).toEqual([{ index: '0x2', value: '0x6' }])
    const dumped = await devnet.dumpState()
    await using loaded = await testDevnet({ loadState: dumped })
    expect(await ask(loaded, 'eth_getBlockAccessList', '0x1')).toEqual(list)
  })
})

test('snapshots, reorgs and forks keep the list of an open block', async () => {
  const { devnet, wallet } = await start({ mining: 'flashblocks' })
  await using _ = devnet
  await wallet.sendTransaction({ to: nobody(1), value: 1n })
  await devnet.clock.advance(200)
  const before = await ask(devnet, 'eth_getBlockAccessList', 'pending')
  const id = await ask(devnet, 'evm_snapshot')
  await wallet.sendTransaction({ to: nobody(2), value: 1n })
  await devnet.clock.advance(400)
  await ask(devnet, 'evm_revert', id)
  expect(await ask(devnet, 'eth_getBlockAccessList', 'pending')).toEqual(before)
  await devnet.clock.advance(2000)
  const sealed = await ask(devnet, 'eth_getBlockAccessList', '0x1')
  expect(sealed.map(({ address }: { address: Hex }) => address)).not.toContain(nobody(2))
  await ask(devnet, 'anvil_reorg', 1, [])
  expect(await ask(devnet, 'eth_getBlockAccessList', '0x1')).not.toEqual(sealed)
})
