import type { Hex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { describe, expect, it } from 'vitest'
import { clients } from '../../../src/testing/viem.ts'
import { recordMethods } from '../../support/recordMethods.ts'
import { testDevnet } from '../../support/testDevnet.ts'
import { tokenAbi, tokenBytecode } from '../../support/token.ts'
import { bob } from '../../support/transfers.ts'

describe('clients', () => {
  it('deploy, write and read a contract', async () => {
    await using devnet = await testDevnet({ mining: 'auto' })
    const { publicClient, walletClient } = await devnet.clients()
    const hash = await walletClient.deployContract({
      abi: tokenAbi,
      bytecode: tokenBytecode,
      args: ['Test', 'TST', 100n],
    })
    const { contractAddress } = await publicClient.waitForTransactionReceipt({ hash })
    const token = { address: contractAddress ?? expect.fail(), abi: tokenAbi }
    const methods = recordMethods(devnet)
    await walletClient.writeContract({ ...token, functionName: 'transfer', args: [bob, 7n] })
    expect(methods).toEqual(['eth_chainId', 'eth_sendTransaction'])
    expect(
      await publicClient.readContract({ ...token, functionName: 'balanceOf', args: [bob] }),
    ).toBe(7n)
  })

  it('read the pending block where there are flashblocks, the sealed one elsewhere', async () => {
    await using devnet = await testDevnet()
    const { publicClient, walletClient } = await devnet.clients()
    await walletClient.sendTransaction({ to: bob, value: 1n })
    await devnet.flashblock()
    expect(await publicClient.getBalance({ address: bob })).toBe(1n)
    await devnet.setCadence({ mining: 'interval' })
    const { publicClient: ofSealed } = await devnet.clients()
    expect(await ofSealed.getBalance({ address: bob })).toBe(0n)
  })

  it('mine, and see the new block number at once', async () => {
    await using devnet = await testDevnet()
    const { publicClient, testClient } = await devnet.clients()
    expect(await publicClient.getBlockNumber()).toBe(0n)
    await testClient.mine({ blocks: 3 })
    expect(await publicClient.getBlockNumber()).toBe(3n)
  })

  it('count nonces of transactions that are sent at once', async () => {
    await using devnet = await testDevnet()
    const { publicClient, walletClient } = await devnet.clients()
    const sent = Array.from({ length: 20 }, (_, index) =>
      walletClient.sendTransaction({ to: bob, value: BigInt(index) }),
    )
    await Promise.all(sent)
    await devnet.seal()
    expect(await publicClient.getTransactionCount({ address: accountOf(devnet, 0) })).toBe(20)
  })

  it('send from another account: an index, an address that is impersonated, one of viem', async () => {
    await using devnet = await testDevnet({ mining: 'auto' })
    const send = async (account: Parameters<typeof clients>[1]) => {
      const { walletClient, publicClient } = clients(devnet, account)
      const hash = await walletClient.sendTransaction({ to: bob, value: 1n })
      return (await publicClient.getTransaction({ hash })).from
    }
    expect(await send({ account: 1 })).toBe(accountOf(devnet, 1).toLowerCase())
    const { testClient } = await devnet.clients()
    const whale = '0x00000000000000000000000000000000000000aa'
    await testClient.impersonateAccount({ address: whale })
    await testClient.setBalance({ address: whale, value: 10n ** 18n })
    expect(await send({ account: whale })).toBe(whale)
    const local = privateKeyToAccount(devnet.accounts[2]?.privateKey as Hex)
    expect(await send({ account: local })).toBe(local.address.toLowerCase())
  })

  it('are not made for an account that is not there', async () => {
    await using devnet = await testDevnet({ accounts: 2 })
    await expect(devnet.clients({ account: 2 })).rejects.toThrow(
      'the devnet has no account 2: give an index from 0 to 1',
    )
  })
})

function accountOf(devnet: Awaited<ReturnType<typeof testDevnet>>, index: number): Hex {
  return devnet.accounts[index]?.address ?? expect.fail()
}
