import { expect, test } from 'vitest'
import { matcherChain } from '../../../support/matcherChain.ts'

const alice = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const bob = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

test('changes of balances leave out all fees of the OP stack', async () => {
  await using chain = await matcherChain({
    network: { like: 'op', operatorFeeScalar: 9, operatorFeeConstant: 77n },
  })
  const { devnet, client } = chain
  const hash = await client.sendTransaction({ to: bob, value: 5n })
  await devnet.seal()
  await expect(hash).toChangeBalances([alice, bob], [-5n, 5n])
})
