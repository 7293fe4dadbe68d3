import { expect, test } from 'vitest'
import { failureOf, matcherChain } from '../../support/matcherChain.ts'

test('a transaction in a flashblock is pre-confirmed, whichever client has sent it', async () => {
  const { devnet, viem, signer, bob } = await matcherChain()
  await using _ = devnet
  const hash = await viem.sendTransaction({ to: bob, value: 1n })
  const response = await signer.sendTransaction({ to: bob, value: 1n })
  await devnet.flashblock()
  const options = { chain: devnet }
  await expect(hash).toBePreconfirmed(options)
  await expect(hash).toBePreconfirmed({ chain: devnet, index: 2 })
  await expect(Promise.resolve(hash)).toBePreconfirmed(options)
  await expect(viem.getTransactionReceipt({ hash })).toBePreconfirmed(options)
  await expect(response).toBePreconfirmed({ index: 2 })
  await expect(() => viem.getTransaction({ hash })).toBePreconfirmed(options)
})
